/* Simulated annealing of schedules: who sits at which table in every round, with few repeated meetings.

   What an exchange of two people changes is read off from the counts of meetings. Repeats, pairs who
   meet for the third time and uneven small tables are weighed in one number, like in the search of a draw. */

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { PEOPLE = 96, TABLES = 16, ROUNDS = 16, SEATS = 8, LOTS = 4096 };
#define REPEAT 64
#define EVEN 20 /* somebody at a smaller table once more than somebody else */

static float thresholds[LOTS]; /* minus the logarithm of a lot */
static uint64_t state;

static inline uint32_t lot(void) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)(state >> 32);
}

static inline uint32_t below(uint32_t limit) { return (uint32_t)(((uint64_t)lot() * limit) >> 32); }

static void begin(uint64_t seed) {
    state = seed * 0x9E3779B97F4A7C15u + 0x1234567u;
    if (!state) state = 1;
    for (int i = 0; i < 20; i++) lot();
    if (thresholds[1] == 0)
        for (int i = 0; i < LOTS; i++) thresholds[i] = (float)-log((i + 0.5) / LOTS);
}

/* Cost of a pair that met so often: repeats, and the pairs among the meetings beyond the first. */
static int64_t price(int met) { return met < 2 ? 0 : (met - 1) * REPEAT + (met - 1) * (met - 2) / 2; }

/* `seats`: rounds x people, the people of one table after another, larger tables first; the best is written there.
   The first `fixed` rounds stay. Returns the cost of the best. */
int64_t anneal(int tables, const int *sizes, int rounds, int fixed, int *seats, uint64_t seed, int64_t steps,
               double hot, double cold, int64_t enough) {
    static uint8_t met[PEOPLE][PEOPLE];
    static uint8_t at[ROUNDS][PEOPLE], place[ROUNDS][PEOPLE], member[ROUNDS][TABLES][SEATS];
    static int best[ROUNDS * PEOPLE];
    int people = 0, often[PEOPLE], first[TABLES], small[TABLES];
    int64_t up[64], down[64], cost = 0, lowest;
    for (int t = 0; t < tables; t++) {
        first[t] = people;
        small[t] = sizes[t] < sizes[0];
        people += sizes[t];
    }
    begin(seed);
    memset(met, 0, sizeof met);
    memset(often, 0, sizeof often);
    for (int m = 0; m < 64; m++) {
        up[m] = price(m + 1) - price(m);
        down[m] = m ? price(m) - price(m - 1) : 0;
    }
    for (int r = 0; r < rounds; r++)
        for (int t = 0; t < tables; t++)
            for (int i = 0; i < sizes[t]; i++) {
                int a = seats[r * people + first[t] + i];
                at[r][a] = t;
                place[r][a] = i;
                member[r][t][i] = a;
                often[a] += small[t];
                for (int j = 0; j < i; j++) {
                    int b = member[r][t][j];
                    cost += up[met[a][b]];
                    met[a][b]++;
                    met[b][a]++;
                }
            }
    for (int a = 0; a < people; a++) cost += EVEN * (often[a] * often[a] - often[a]) / 2; /* nobody twice: nothing */
    lowest = cost;
    memcpy(best, seats, sizeof(int) * rounds * people);
    float temperature = (float)hot;
    const int pause = 1024;
    const float cooling = steps > pause ? (float)pow(cold / hot, (double)pause / steps) : 1;
    for (int64_t step = 0; step < steps && lowest > enough; step++) {
        if (step % pause == 0 && step) temperature *= cooling;
        int r = fixed + below(rounds - fixed);
        int a = below(people), b = below(people);
        int s = at[r][a], t = at[r][b];
        if (s == t) continue;
        uint8_t *left = member[r][s], *right = member[r][t], *of_a = met[a], *of_b = met[b];
        int i = place[r][a], j = place[r][b];
        int64_t change = 0;
        for (int x = 0; x < sizes[s]; x++) {
            int c = left[x];
            if (x != i) change += up[of_b[c]] - down[of_a[c]];
        }
        for (int x = 0; x < sizes[t]; x++) {
            int c = right[x];
            if (x != j) change += up[of_a[c]] - down[of_b[c]];
        }
        if (small[s] != small[t])
            change += EVEN * (small[t] ? often[a] - often[b] + 1 : often[b] - often[a] + 1);
        int worse = (int)change;
        if (worse > 0 && worse > temperature * thresholds[lot() % LOTS]) continue;
        cost += change;
        for (int x = 0; x < sizes[s]; x++)
            if (x != i) {
                int c = left[x];
                of_a[c]--, met[c][a]--, of_b[c]++, met[c][b]++;
            }
        for (int x = 0; x < sizes[t]; x++)
            if (x != j) {
                int c = right[x];
                of_b[c]--, met[c][b]--, of_a[c]++, met[c][a]++;
            }
        left[i] = b, right[j] = a;
        at[r][a] = t, at[r][b] = s;
        place[r][a] = j, place[r][b] = i;
        often[a] += small[t] - small[s];
        often[b] += small[s] - small[t];
        if (cost < lowest) {
            lowest = cost;
            int *to = best;
            for (int q = 0; q < rounds; q++)
                for (int u = 0; u < tables; u++)
                    for (int x = 0; x < sizes[u]; x++) *to++ = member[q][u][x];
        }
    }
    memcpy(seats, best, sizeof(int) * rounds * people);
    return lowest;
}

/* The same for rounds that develop from `rounds` base rounds by a group of permutations: `images` has where each of
   its `turns` elements takes everybody. Counts belong to orbits of pairs. The last `still` rounds are those which every
   element takes to themselves; they stay, and nothing develops from them. */
int64_t anneal_turning(int tables, const int *sizes, int rounds, int still, int turns, const int *images, int *seats,
                       uint64_t seed, int64_t steps, double hot, double cold, int64_t enough) {
    static uint16_t orbit[PEOPLE][PEOPLE];
    static int length[PEOPLE * PEOPLE], count[PEOPLE * PEOPLE], seen[PEOPLE * PEOPLE];
    static uint8_t at[ROUNDS][PEOPLE], place[ROUNDS][PEOPLE], member[ROUNDS][TABLES][SEATS];
    static int best[ROUNDS * PEOPLE];
    int people = 0, often[PEOPLE], ring[PEOPLE], around[PEOPLE], first[TABLES], small[TABLES], orbits = 0;
    int64_t prices[256], cost = 0, lowest;
    for (int t = 0; t < tables; t++) {
        first[t] = people;
        small[t] = sizes[t] < sizes[0];
        people += sizes[t];
    }
    begin(seed);
    memset(around, 0, sizeof around);
    for (int a = 0; a < people; a++) {
        ring[a] = a;
        for (int g = 0; g < turns; g++)
            if (images[g * people + a] < ring[a]) ring[a] = images[g * people + a];
        around[ring[a]]++;
    }
    memset(orbit, 0xFF, sizeof orbit);
    for (int a = 0; a < people; a++)
        for (int b = 0; b < a; b++) {
            if (orbit[a][b] != 0xFFFF) continue;
            length[orbits] = 0;
            count[orbits] = seen[orbits] = 0;
            for (int g = 0; g < turns; g++) {
                int c = images[g * people + a], d = images[g * people + b];
                if (orbit[c][d] != 0xFFFF) continue;
                orbit[c][d] = orbit[d][c] = orbits;
                length[orbits]++;
            }
            orbits++;
        }
    for (int m = 0; m < 256; m++) prices[m] = price(m);
    memset(often, 0, sizeof often);
#define MEET(a, b)                                                                    \
    do {                                                                              \
        int o = orbit[a][b], n = count[o], s_ = length[o];                            \
        change += s_ * (prices[n + turns / s_] - prices[n]);                          \
        count[o] = n + turns / s_;                                                    \
    } while (0)
#define PART(a, b)                                                                    \
    do {                                                                              \
        int o = orbit[a][b], n = count[o], s_ = length[o];                            \
        change += s_ * (prices[n - turns / s_] - prices[n]);                          \
        count[o] = n - turns / s_;                                                    \
    } while (0)
    int64_t change = 0;
    rounds -= still;
    for (int r = rounds; r < rounds + still; r++)
        for (int t = 0; t < tables; t++)
            for (int i = 0; i < sizes[t]; i++) {
                int a = seats[r * people + first[t] + i];
                if (small[t] && a == ring[a]) often[a]++;
                for (int j = 0; j < i; j++) {
                    int b = seats[r * people + first[t] + j], o = orbit[a][b];
                    seen[o]++;
                    if (seen[o] % length[o] == 0) {
                        change += length[o] * (prices[count[o] + 1] - prices[count[o]]);
                        count[o]++;
                    }
                }
            }
    for (int r = 0; r < rounds; r++)
        for (int t = 0; t < tables; t++)
            for (int i = 0; i < sizes[t]; i++) {
                int a = seats[r * people + first[t] + i];
                at[r][a] = t;
                place[r][a] = i;
                member[r][t][i] = a;
                if (small[t]) often[ring[a]] += turns / around[ring[a]];
                for (int j = 0; j < i; j++) MEET(a, member[r][t][j]);
            }
    cost = change;
#define SPREAD(c) (EVEN * around[c] * (often[c] * often[c] - often[c]) / 2)
    for (int a = 0; a < people; a++)
        if (ring[a] == a) cost += SPREAD(a);
    lowest = cost;
    memcpy(best, seats, sizeof(int) * rounds * people);
    float temperature = (float)hot;
    const int pause = 1024;
    const float cooling = steps > pause ? (float)pow(cold / hot, (double)pause / steps) : 1;
    for (int64_t step = 0; step < steps && lowest > enough; step++) {
        if (step % pause == 0 && step) temperature *= cooling;
        int r = below(rounds), a = below(people), b = below(people);
        int s = at[r][a], t = at[r][b];
        if (s == t) continue;
        uint8_t *left = member[r][s], *right = member[r][t];
        int i = place[r][a], j = place[r][b], across = small[s] != small[t];
        int p = ring[a], q = ring[b], one = turns / around[p], two = turns / around[q];
        int sign = small[t] - small[s];
        change = 0;
        if (across && p != q) change -= SPREAD(p) + SPREAD(q);
        for (int x = 0; x < sizes[s]; x++)
            if (x != i) PART(a, left[x]);
        for (int x = 0; x < sizes[t]; x++)
            if (x != j) PART(b, right[x]);
        for (int x = 0; x < sizes[s]; x++)
            if (x != i) MEET(b, left[x]);
        for (int x = 0; x < sizes[t]; x++)
            if (x != j) MEET(a, right[x]);
        if (across && p != q) {
            often[p] += sign * one;
            often[q] -= sign * two;
            change += SPREAD(p) + SPREAD(q);
        }
        int worse = (int)change;
        if (worse > 0 && worse > temperature * turns * thresholds[lot() % LOTS]) {
            for (int x = 0; x < sizes[s]; x++)
                if (x != i) PART(b, left[x]);
            for (int x = 0; x < sizes[t]; x++)
                if (x != j) PART(a, right[x]);
            for (int x = 0; x < sizes[s]; x++)
                if (x != i) MEET(a, left[x]);
            for (int x = 0; x < sizes[t]; x++)
                if (x != j) MEET(b, right[x]);
            if (across && p != q) {
                often[p] -= sign * one;
                often[q] += sign * two;
            }
            continue;
        }
        cost += change;
        left[i] = b, right[j] = a;
        at[r][a] = t, at[r][b] = s;
        place[r][a] = j, place[r][b] = i;
        if (cost < lowest) {
            lowest = cost;
            int *to = best;
            for (int v = 0; v < rounds; v++)
                for (int u = 0; u < tables; u++)
                    for (int x = 0; x < sizes[u]; x++) *to++ = member[v][u][x];
        }
    }
    memcpy(seats, best, sizeof(int) * rounds * people);
    return lowest;
}

/* A matrix of shifts in a group of `tables` elements (`minus` is its table of differences): in round r the people of
   column c are moved on by shifts[r * seats + c]. Two columns whose shifts differ alike in two rounds repeat `tables`
   meetings. Returns how many are alike; the best matrix is left in `shifts`. */
int64_t anneal_shifts(int tables, int seats, int rounds, const int *minus, int *shifts, uint64_t seed, int64_t steps,
                      double hot, double cold, int64_t enough) {
    static int count[SEATS][SEATS][TABLES], best[ROUNDS * SEATS];
    int64_t cost = 0, lowest;
    begin(seed);
    memset(count, 0, sizeof count);
    for (int r = 0; r < rounds; r++)
        for (int c = 0; c < seats; c++)
            for (int d = 0; d < seats; d++)
                if (c != d) {
                    int *n = &count[c][d][minus[shifts[r * seats + c] * tables + shifts[r * seats + d]]];
                    cost += c < d && *n > 0;
                    ++*n;
                }
    lowest = cost;
    memcpy(best, shifts, sizeof(int) * rounds * seats);
    float temperature = (float)hot;
    const int pause = 1024;
    const float cooling = steps > pause ? (float)pow(cold / hot, (double)pause / steps) : 1;
    for (int64_t step = 0; step < steps && lowest > enough; step++) {
        if (step % pause == 0 && step) temperature *= cooling;
        int r = below(rounds), c = below(seats), old = shifts[r * seats + c], new = below(tables), change = 0;
        if (old == new) continue;
        for (int d = 0; d < seats; d++)
            if (d != c) {
                int other = shifts[r * seats + d];
                change += (count[c][d][minus[new * tables + other]] > 0) - (count[c][d][minus[old * tables + other]] > 1);
            }
        if (change > 0 && change > temperature * thresholds[lot() % LOTS]) continue;
        for (int d = 0; d < seats; d++)
            if (d != c) {
                int other = shifts[r * seats + d];
                count[c][d][minus[old * tables + other]]--;
                count[c][d][minus[new * tables + other]]++;
                count[d][c][minus[other * tables + old]]--;
                count[d][c][minus[other * tables + new]]++;
            }
        shifts[r * seats + c] = new;
        cost += change;
        if (cost < lowest) {
            lowest = cost;
            memcpy(best, shifts, sizeof(int) * rounds * seats);
        }
    }
    memcpy(shifts, best, sizeof(int) * rounds * seats);
    return lowest;
}

/* Rounds in orbits: a cyclic group of `turns` elements moves people on in their cycles, and the rounds of an orbit into
   one another; the elements that leave a round as it is leave it so after every exchange. The rounds of an orbit
   stand one after another; `lengths` divide `turns`. */
int64_t anneal_orbits(int tables, const int *sizes, int orbits, const int *lengths, int turns, int cycles, int *seats,
                      uint64_t seed, int64_t steps, double hot, double cold, int64_t enough) {
    static uint8_t met[PEOPLE][PEOPLE], now[ROUNDS][PEOPLE], before[ROUNDS][PEOPLE];
    static int best[ROUNDS * PEOPLE];
    int people = 0, rounds = 0, first[TABLES + 1], start[ROUNDS], becomes[PEOPLE];
    const int moving = turns * cycles;
    int64_t up[64], cost = 0, lowest;
    for (int t = 0; t < tables; t++) {
        first[t] = people;
        people += sizes[t];
    }
    first[tables] = people;
    for (int o = 0; o < orbits; o++) {
        start[o] = rounds;
        rounds += lengths[o];
    }
    begin(seed);
    memset(met, 0, sizeof met);
    for (int m = 0; m < 64; m++) up[m] = price(m + 1) - price(m);
    int64_t change = 0;
#define EVERY_PAIR(r)                             \
    for (int t = 0; t < tables; t++)              \
        for (int i = first[t]; i < first[t + 1]; i++) \
            for (int a = now[r][i], j = first[t], b; j < i && (b = now[r][j], 1); j++)
#define SEAT(r) EVERY_PAIR(r) { change += up[met[a][b]]; met[b][a] = ++met[a][b]; }
#define CLEAR(r) EVERY_PAIR(r) { met[b][a] = --met[a][b]; change -= up[met[a][b]]; }
#define TURNED(x, g) ((x) >= moving ? (x) : (x) / turns * turns + ((x) % turns + (g)) % turns)
    for (int r = 0; r < rounds; r++) {
        for (int i = 0; i < people; i++) now[r][i] = seats[r * people + i];
        SEAT(r)
    }
    lowest = cost = change;
    memcpy(best, seats, sizeof(int) * rounds * people);
    float temperature = (float)hot;
    const int pause = 1024;
    const float cooling = steps > pause ? (float)pow(cold / hot, (double)pause / steps) : 1;
    for (int64_t step = 0; step < steps && lowest > enough; step++) {
        if (step % pause == 0 && step) temperature *= cooling;
        int o = below(orbits), length = lengths[o], a = below(people), b = below(people);
        if (a == b) continue;
        if ((a >= moving) != (b >= moving) && length != turns) continue;
        /* where one can be turned to the other and the round stays, everybody of their kind takes the next place */
        int alike = a < moving && b < moving && a / turns == b / turns && (b - a + turns) % length == 0;
        change = 0;
        for (int r = start[o]; r < start[o] + length; r++) CLEAR(r)
        for (int k = 0; k < length; k++) {
            int r = start[o] + k;
            for (int i = 0; i < people; i++) becomes[i] = i;
            for (int g = k; g < turns; g += length) {
                int x = TURNED(a, g), y = TURNED(b, g);
                becomes[x] = y;
                if (!alike) becomes[y] = x;
            }
            memcpy(before[r], now[r], sizeof now[r]);
            for (int i = 0; i < people; i++) now[r][i] = becomes[before[r][i]];
            SEAT(r)
        }
        int worse = (int)change;
        if (worse > 0 && worse > temperature * length * thresholds[lot() % LOTS]) {
            for (int r = start[o]; r < start[o] + length; r++) {
                CLEAR(r)
                memcpy(now[r], before[r], sizeof now[r]);
            }
            for (int r = start[o]; r < start[o] + length; r++) SEAT(r)
            continue;
        }
        cost += change;
        if (cost < lowest) {
            lowest = cost;
            for (int r = 0; r < rounds; r++)
                for (int i = 0; i < people; i++) best[r * people + i] = now[r][i];
        }
    }
    memcpy(seats, best, sizeof(int) * rounds * people);
    return lowest;
}
