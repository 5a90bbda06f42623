/* Plain simulated annealing for tables of individuals: two people of one round change places, geometric cooling.

   The yardstick for `tournaments/engines/draw/`: what somebody with a compiler writes in an afternoon. Read and run by
   annealing.py. stdin, all numbers: people, rounds, seconds of processor time, seed, restarts; for each round the
   number of tables, their sizes and the people in seat order; then pairs with history (count; a b times), pairs
   kept apart (count; a b), clubmates (count; a b; first round only), people who stay in their seat (count; a).
   stdout: moves looked at, then the best rounds, one person after the other. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { APART = 100, APART_PRICE = 16, CLUB_PRICE = 6, BLOCK = 4096, STEEPEST = 64 };
static const double HOT = 0.35, COLD = 0.2;

static uint64_t state;
static uint64_t dice(void) {
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return state * 2685821657736338717ULL;
}
static int below(int limit) { return (int)(((dice() >> 32) * (uint64_t)limit) >> 32); }

static int next_number(void) {
    int number;
    if (scanf("%d", &number) != 1) exit(2);
    return number;
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int people, rounds;
static unsigned char *met, *clubmates, *stays; /* met: APART is added for pairs who shall not meet */
static int join_price[256], leave_price[256]; /* price of one meeting more, of the last one */

int main(void) {
    people = next_number(), rounds = next_number();
    double seconds;
    if (scanf("%lf", &seconds) != 1) return 2;
    state = (uint64_t)next_number() * 7919 + 88172645463325252ULL;
    int restarts = next_number(), all = rounds * people;
    met = calloc((size_t)people * people, 1), clubmates = calloc((size_t)people * people, 1), stays = calloc(people, 1);
    int *given = malloc(sizeof(int) * all), *seat = malloc(sizeof(int) * all), *best = malloc(sizeof(int) * all);
    int *first = malloc(sizeof(int) * all), *last = malloc(sizeof(int) * all), *seated = calloc(rounds, sizeof(int));
    for (int r = 0; r < rounds; r++) {
        int tables = next_number(), place = r * people;
        for (int t = 0; t < tables; t++) {
            int size = next_number();
            for (int k = 0; k < size; k++) first[place + k] = place, last[place + k] = place + size;
            place += size;
        }
        seated[r] = place - r * people;
        for (int k = 0; k < seated[r]; k++) given[r * people + k] = next_number();
    }
    for (int pairs = next_number(); pairs > 0; pairs--) {
        int a = next_number(), b = next_number(), times = next_number();
        met[a * people + b] = met[b * people + a] = times > 50 ? 50 : times;
    }
    for (int pairs = next_number(); pairs > 0; pairs--) {
        int a = next_number(), b = next_number();
        met[a * people + b] += APART, met[b * people + a] += APART;
    }
    for (int pairs = next_number(); pairs > 0; pairs--) {
        int a = next_number(), b = next_number();
        clubmates[a * people + b] = clubmates[b * people + a] = CLUB_PRICE;
    }
    for (int still = next_number(); still > 0; still--) stays[next_number()] = 1;
    for (int m = 0; m < 256; m++) {
        join_price[m] = m >= APART ? APART_PRICE : m > 0;
        leave_price[m] = m > APART ? APART_PRICE : m > 1 && m < APART;
    }
    unsigned char *history = malloc((size_t)people * people);
    memcpy(history, met, (size_t)people * people);
    long long moves = 0;
    int best_cost = 1 << 30;
    memcpy(best, given, sizeof(int) * all);
    for (int start = 0; start < restarts && best_cost > 0; start++) {
        memcpy(met, history, (size_t)people * people);
        memcpy(seat, given, sizeof(int) * all);
        int cost = 0; /* of the new rounds, counted from the history */
        for (int r = 0; r < rounds; r++) {
            for (int k = seated[r] - 1; k > 0; k--) { /* by lot, but those who stay */
                int i = r * people + k, j = r * people + below(k + 1), a = seat[i];
                if (!stays[a] && !stays[seat[j]]) seat[i] = seat[j], seat[j] = a;
            }
            for (int i = r * people; i < r * people + seated[r]; i++)
                for (int j = first[i]; j < i; j++) {
                    int pair = seat[i] * people + seat[j];
                    cost += join_price[met[pair]] + (r ? 0 : clubmates[pair]);
                    met[pair]++, met[seat[j] * people + seat[i]]++;
                }
        }
        double began = now(), lasts = seconds / restarts, part;
        while ((part = (now() - began) / lasts) < 1 && best_cost > 0) {
            uint32_t accepted[STEEPEST];
            double temperature = HOT * pow(COLD / HOT, part);
            for (int d = 0; d < STEEPEST; d++) accepted[d] = (uint32_t)(4294967295.0 * exp(-d / temperature));
            for (int k = 0; k < BLOCK; k++) {
                int r = below(rounds);
                if (seated[r] < 2) continue;
                int i = r * people + below(seated[r]), j = r * people + below(seated[r]);
                int a = seat[i], b = seat[j];
                if (first[i] == first[j] || stays[a] || stays[b]) continue;
                unsigned char *of_a = met + a * people, *of_b = met + b * people;
                int delta = 0;
                for (int x = first[i]; x < last[i]; x++)
                    if (x != i) delta += join_price[of_b[seat[x]]] - leave_price[of_a[seat[x]]];
                for (int y = first[j]; y < last[j]; y++)
                    if (y != j) delta += join_price[of_a[seat[y]]] - leave_price[of_b[seat[y]]];
                if (r == 0) {
                    unsigned char *club_a = clubmates + a * people, *club_b = clubmates + b * people;
                    for (int x = first[i]; x < last[i]; x++)
                        if (x != i) delta += club_b[seat[x]] - club_a[seat[x]];
                    for (int y = first[j]; y < last[j]; y++)
                        if (y != j) delta += club_a[seat[y]] - club_b[seat[y]];
                }
                if (delta > 0 && (delta >= STEEPEST || (uint32_t)(dice() >> 32) > accepted[delta])) continue;
                for (int x = first[i]; x < last[i]; x++)
                    if (x != i) of_a[seat[x]]--, met[seat[x] * people + a]--, of_b[seat[x]]++, met[seat[x] * people + b]++;
                for (int y = first[j]; y < last[j]; y++)
                    if (y != j) of_b[seat[y]]--, met[seat[y] * people + b]--, of_a[seat[y]]++, met[seat[y] * people + a]++;
                seat[i] = b, seat[j] = a, cost += delta;
                if (cost < best_cost) {
                    best_cost = cost;
                    memcpy(best, seat, sizeof(int) * all);
                    if (cost == 0) break;
                }
            }
            moves += BLOCK;
        }
    }
    printf("%lld\n", moves);
    for (int r = 0; r < rounds; r++)
        for (int k = 0; k < seated[r]; k++) printf("%d\n", best[r * people + k]);
    return 0;
}
