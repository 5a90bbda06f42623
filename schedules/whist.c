/* First rounds of whist tournaments over a group, without a multiplier.
 *
 *     cc -O3 -o whist schedules/whist.c
 *     ./whist frame|groups|resting SEED MODULUS/HOLE [MODULUS/HOLE ...]
 *
 * The people are the elements of a product of cyclic groups, numbered with the last factor moving fastest; the hole
 * is the subgroup that has HOLE elements in each factor. In a frame the hole sits out in the first round; in
 * groups everybody plays, and so do as many more as the hole has elements, who stay where they are. Moved by all
 * elements the first round makes everybody partner once, and opponent twice, of all but those of his own
 * coset of the hole. Cyclic tournaments of 4n + 1 people are frames N/1, those of 4n people groups (N - 1)/1.
 *
 * For 4n + 2 and 4n + 3 people, resting N/1: two or three sit out, nobody is partner twice or opponent more than
 * twice.
 *
 * First the partners: pairs with each difference once, by chance and replacing (hill climbing never takes long
 * there). Then tables of two pairs each, so that the differences of opponents come twice, by a search through
 * all possibilities: what has the fewest next, be it a pair or a difference. 44 people take seconds.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 128, NONE = 255 };

static uint64_t state;

static uint64_t next_random(void) {
    uint64_t z = (state += 0x9e3779b97f4a7c15ull);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
}

static int below(int limit) { return (int)(((next_random() >> 33) * (uint64_t)limit) >> 31); }

static int order = 1, hole, factors, frame, resting, slack;
static int modulus[8], part[8];
static int plus[MOST][MOST], minus[MOST][MOST];
static uint8_t class_of[MOST][MOST]; /* of the difference of two points; NONE within a coset of the hole */
static int representative[MOST], classes;
static int in_hole[MOST];

static int pairs, first[MOST], second[MOST];
static uint8_t against[MOST][MOST][4]; /* classes of the opponents when two pairs share a table */
static int against_count[MOST][MOST];  /* -1: these two pairs cannot */
static int8_t left[MOST];
static int free_pairs[MOST], with[MOST];
static long nodes;

static void make_group(void) {
    uint8_t class_at[MOST];
    for (int a = 0; a < order; a++)
        for (int b = 0; b < order; b++) {
            int x = a, y = b, unit = 1, sum = 0, difference = 0;
            for (int f = factors - 1; f >= 0; f--) {
                int m = modulus[f], p = x % m, q = y % m;
                sum += unit * ((p + q) % m);
                difference += unit * ((p - q + m) % m);
                unit *= m, x /= m, y /= m;
            }
            plus[a][b] = sum;
            minus[a][b] = difference;
        }
    for (int a = 0; a < order; a++) {
        int x = a;
        in_hole[a] = 1;
        for (int f = factors - 1; f >= 0; f--) {
            in_hole[a] &= x % modulus[f] % (modulus[f] / part[f]) == 0;
            x /= modulus[f];
        }
    }
    memset(class_at, NONE, sizeof class_at);
    for (int d = 0; d < order; d++) {
        if (in_hole[d] || class_at[d] != NONE) continue;
        if (minus[0][d] == d && resting) continue; /* comes last; nobody is partner with this difference */
        if (minus[0][d] == d) {
            fprintf(stderr, "an element of order two outside of the hole\n");
            exit(2);
        }
        representative[classes] = d;
        class_at[d] = class_at[minus[0][d]] = (uint8_t)classes++;
    }
    if (resting && order % 2 == 0) class_at[order / 2] = (uint8_t)classes;
    for (int a = 0; a < order; a++)
        for (int b = 0; b < order; b++) class_of[a][b] = class_at[minus[a][b]];
}

/* Two whose difference has the parity it must have for the partners to work out, or three in a row. */
static int sits_out(int x) {
    if (frame) return in_hole[x];
    return resting == 2 ? x == 0 || x == (order % 8 == 6 ? 2 : 1) : x < resting;
}

/* Pairs of partners with all differences; who is left has a partner who stays. */
static void choose_partners(void) {
    int mate[MOST], of_class[MOST], done = 0, wanted = resting ? (order - resting) / 2 : classes;
    memset(mate, -1, sizeof mate);
    memset(of_class, -1, sizeof of_class);
    while (done < wanted) {
        int x, y, c;
        do x = below(order); while (mate[x] >= 0 || sits_out(x));
        do c = below(classes); while (of_class[c] >= 0);
        y = below(2) ? plus[x][representative[c]] : minus[x][representative[c]];
        if (sits_out(y) || class_of[x][y] != c) continue;
        if (mate[y] >= 0) {
            int z = mate[y];
            of_class[class_of[y][z]] = -1;
            mate[z] = -1;
            done--;
        }
        mate[x] = y, mate[y] = x;
        of_class[c] = x;
        done++;
    }
    pairs = 0;
    int stays = order;
    for (int x = 0; x < order; x++) {
        if (mate[x] > x) first[pairs] = x, second[pairs++] = mate[x];
        if (mate[x] < 0 && !frame && !resting) first[pairs] = x, second[pairs++] = stays++;
    }
    for (int i = 0; i < pairs; i++)
        for (int j = 0; j < pairs; j++) {
            int n = 0, mine[2] = {first[i], second[i]}, theirs[2] = {first[j], second[j]};
            if (i == j || (second[i] >= order && second[j] >= order)) n = -1;
            for (int k = 0; k < 4 && n >= 0; k++) {
                int a = mine[k / 2], b = theirs[k % 2];
                if (a >= order || b >= order) continue;
                if (class_of[a][b] == NONE) n = -1;
                else against[i][j][n++] = class_of[a][b];
            }
            against_count[i][j] = n;
        }
}

static int fits(int i, int j) {
    const uint8_t *c = against[i][j];
    int n = against_count[i][j];
    if (n < 0) return 0;
    for (int k = 0; k < n; k++) {
        int needed = 1;
        for (int l = k + 1; l < n; l++) needed += c[l] == c[k];
        if (left[c[k]] < needed) return 0;
    }
    return 1;
}

static int seat(int n);

static int seat_two(const int *rest, int n, int i, int j) {
    int count = 0;
    for (int k = 0; k < n; k++)
        if (rest[k] != i && rest[k] != j) free_pairs[count++] = rest[k];
    for (int k = 0; k < against_count[i][j]; k++) left[against[i][j][k]]--;
    with[i] = j, with[j] = i;
    if (seat(n - 2)) return 1;
    for (int k = 0; k < against_count[i][j]; k++) left[against[i][j][k]]++;
    return 0;
}

static int seat(int n) {
    if (!n) return 1;
    nodes++;
    uint8_t options[MOST / 2][MOST / 2];
    int count[MOST / 2] = {0}, supply[MOST] = {0}, rest[MOST / 2];
    memcpy(rest, free_pairs, sizeof(int) * (size_t)n);
    for (int x = 0; x < n; x++)
        for (int y = x + 1; y < n; y++) {
            int i = rest[x], j = rest[y];
            if (!fits(i, j)) continue;
            options[x][count[x]++] = (uint8_t)y;
            options[y][count[y]++] = (uint8_t)x;
            for (int k = 0; k < against_count[i][j]; k++) supply[against[i][j][k]]++;
        }
    int few = 0, scarce = -1, missing = 0;
    for (int x = 0; x < n; x++) {
        if (!count[x]) return 0;
        if (count[x] < count[few]) few = x;
    }
    for (int c = 0; c <= classes; c++) {
        if (supply[c] < left[c]) missing += left[c] - supply[c];
        if (missing > slack) return 0;
        if (!slack && left[c] && (scarce < 0 || supply[c] < supply[scarce])) scarce = c;
    }
    if (scarce >= 0 && supply[scarce] < count[few]) {
        for (int x = 0; x < n; x++)
            for (int k = 0; k < count[x]; k++) {
                int i = rest[x], j = rest[options[x][k]], has = 0;
                if (options[x][k] < x) continue;
                for (int l = 0; l < against_count[i][j]; l++) has |= against[i][j][l] == scarce;
                if (has && seat_two(rest, n, i, j)) return 1;
            }
        return 0;
    }
    for (int k = 0; k < count[few]; k++)
        if (seat_two(rest, n, rest[few], rest[options[few][k]])) return 1;
    return 0;
}

int main(int count, char **words) {
    if (count < 4 || !strstr("frame groups resting", words[1])) {
        fprintf(stderr, "whist frame|groups|resting SEED MODULUS/HOLE ...\n");
        return 2;
    }
    frame = !strcmp(words[1], "frame");
    state = strtoull(words[2], NULL, 10);
    hole = 1;
    for (int k = 3; k < count && factors < 8; k++, factors++) {
        if (sscanf(words[k], "%d/%d", &modulus[factors], &part[factors]) != 2) return 2;
        order *= modulus[factors];
        hole *= part[factors];
    }
    if (!strcmp(words[1], "resting")) resting = order % 4;
    slack = resting ? resting - 1 : 0; /* so many of the differences of opponents stay free */
    if (order >= MOST || (frame ? order - hole : resting ? order - resting : order + hole) % 4) {
        fprintf(stderr, "the tables do not work out\n");
        return 2;
    }
    make_group();
    for (int start = 1;; start++) {
        choose_partners();
        for (int c = 0; c < classes; c++) left[c] = 2;
        left[classes] = resting && order % 2 == 0; /* these two meet twice when all rounds are played */
        for (int k = 0; k < pairs; k++) free_pairs[k] = k;
        nodes = 0;
        int complete = seat(pairs);
        fprintf(stderr, "choice %d of partners: %ld positions\n", start, nodes);
        if (!complete) continue;
        const char *comma = "";
        printf("[");
        for (int i = 0; i < pairs; i++)
            if (with[i] > i) {
                printf("%s[%d,%d,%d,%d]", comma, first[i], first[with[i]], second[i], second[with[i]]);
                comma = ",";
            }
        printf("]\n");
        return 0;
    }
}
