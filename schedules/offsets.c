/* Rounds across columns for numbers of tables that are no prime power, by chance.
 *
 *     cc -O3 -o offsets schedules/offsets.c -lm
 *     ./offsets ROUNDS COLUMNS SEED SECONDS MODULUS [MODULUS ...]
 *
 * The tables are the elements of a product of cyclic groups, numbered with the last factor moving fastest. Person i
 * of column c sits at table i + d(r, c) in round r. Nobody meets twice if for any two columns the differences
 * d(r, c) - d(r, e) are different in all rounds. Row 0 and column 0 are 0.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST = 64, TABLES = 64 };

static uint64_t state;

static uint64_t next_random(void) {
    uint64_t z = (state += 0x9e3779b97f4a7c15ull);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
}

static int below(int limit) { return (int)(((next_random() >> 33) * (uint64_t)limit) >> 31); }
static double unit(void) { return (double)(next_random() >> 11) / 9007199254740992.0; }

static int rounds, columns, order = 1, factors, modulus[8];
static int minus[TABLES][TABLES];
static int offset[MOST][MOST];
static uint8_t times[MOST][MOST][TABLES]; /* how often a difference of two columns occurs */

static void make_group(void) {
    for (int a = 0; a < order; a++)
        for (int b = 0; b < order; b++) {
            int x = a, y = b, unit_ = 1, difference = 0;
            for (int f = factors - 1; f >= 0; f--) {
                int m = modulus[f];
                difference += unit_ * ((x % m - y % m + m) % m);
                unit_ *= m, x /= m, y /= m;
            }
            minus[a][b] = difference;
        }
}

static int change(int r, int c, int to) {
    int delta = 0;
    for (int e = 0; e < columns; e++)
        if (e != c) {
            int old = minus[offset[r][c]][offset[r][e]], new = minus[to][offset[r][e]];
            if (old != new) delta += times[c][e][new] - (times[c][e][old] - 1);
        }
    return delta;
}

static void set(int r, int c, int to) {
    for (int e = 0; e < columns; e++)
        if (e != c) {
            times[c][e][minus[offset[r][c]][offset[r][e]]]--;
            times[e][c][minus[offset[r][e]][offset[r][c]]]--;
            times[c][e][minus[to][offset[r][e]]]++;
            times[e][c][minus[offset[r][e]][to]]++;
        }
    offset[r][c] = to;
}

int main(int count, char **words) {
    if (count < 6) {
        fprintf(stderr, "offsets ROUNDS COLUMNS SEED SECONDS MODULUS ...\n");
        return 2;
    }
    rounds = atoi(words[1]), columns = atoi(words[2]);
    state = strtoull(words[3], NULL, 10);
    double limit = atof(words[4]);
    for (int k = 5; k < count; k++) order *= modulus[factors++] = atoi(words[k]);
    if (order > TABLES || rounds > order || columns > MOST) return 2;
    make_group();
    clock_t begin = clock();
    for (;;) {
        memset(times, 0, sizeof times);
        for (int r = 0; r < rounds; r++)
            for (int c = 0; c < columns; c++) offset[r][c] = r && c ? below(order) : 0;
        int cost = 0;
        for (int c = 0; c < columns; c++)
            for (int e = 0; e < columns; e++)
                if (c != e)
                    for (int r = 0; r < rounds; r++) times[c][e][minus[offset[r][c]][offset[r][e]]]++;
        for (int c = 0; c < columns; c++)
            for (int e = 0; e < c; e++)
                for (int d = 0; d < order; d++) cost += times[c][e][d] * (times[c][e][d] - 1) / 2;
        const long steps = 3000L * rounds * columns;
        for (long step = 0; step < steps && cost; step++) {
            double temperature = 1.2 * (1 - (double)step / (double)steps) + 0.12;
            int r = 1 + below(rounds - 1), c = 1 + below(columns - 1), to = below(order);
            if (to == offset[r][c]) continue;
            int delta = change(r, c, to);
            if (delta <= 0 || unit() < exp(-delta / temperature)) set(r, c, to), cost += delta;
        }
        if (!cost) break;
        if ((double)(clock() - begin) / CLOCKS_PER_SEC > limit) return 1;
    }
    for (int r = 0; r < rounds; r++) {
        printf("%s[", r ? "," : "[");
        for (int c = 0; c < columns; c++) printf("%s%d", c ? "," : "", offset[r][c]);
        printf("]");
    }
    printf("]\n");
    return 0;
}
