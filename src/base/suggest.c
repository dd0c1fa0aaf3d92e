/* "did you mean": Damerau-Levenshtein distance (adjacent swaps count once), bytes. */
#include "base/suggest.h"

enum { LONGEST = 80 };

struct suggestion suggest_begin(struct str name)
{
    return (struct suggestion){.name = name, .distance = name.n / 3 < 1 ? 2 : name.n / 3 + 1};
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

static size_t distance(struct str a, struct str b)
{
    size_t row[3][LONGEST + 1];
    for (size_t j = 0; j <= b.n; j++)
        row[0][j] = j;
    for (size_t i = 1; i <= a.n; i++) {
        size_t *cur = row[i % 3], *up = row[(i - 1) % 3], *up2 = row[(i + 1) % 3];
        cur[0] = i;
        for (size_t j = 1; j <= b.n; j++) {
            size_t d = up[j - 1] + (a.p[i - 1] != b.p[j - 1]);
            d = least(d, least(up[j], cur[j - 1]) + 1);
            if (i > 1 && j > 1 && a.p[i - 1] == b.p[j - 2] && a.p[i - 2] == b.p[j - 1])
                d = least(d, up2[j - 2] + 1);
            cur[j] = d;
        }
    }
    return row[a.n % 3][b.n];
}

void suggest_offer(struct suggestion *s, struct str candidate)
{
    if (s->name.n > LONGEST || candidate.n > LONGEST)
        return;
    size_t d = distance(s->name, candidate);
    if (d < s->distance) {
        s->distance = d;
        s->best = candidate;
    }
}
