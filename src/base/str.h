/* String views: pointer and length into memory that somebody else owns. */
#ifndef BASE_STR_H
#define BASE_STR_H

#include <stdbool.h>
#include <stddef.h>

struct str {
    const char *p; /* not NUL-terminated; NULL only when n is 0 */
    size_t n;      /* bytes */
};

/* A view of a string literal. */
#define S(lit) ((struct str){"" lit, sizeof(lit) - 1})
/* For printf: printf("%" STR_FMT, STR_ARG(s)). */
#define STR_FMT ".*s"
#define STR_ARG(s) (int)(s).n, (s).n ? (s).p : ""

struct str str_from(const char *cstr);
bool str_eq(struct str a, struct str b);
bool str_eq_c(struct str a, const char *b);
/* Byte order; a total order, so it may end every comparison. */
int str_cmp(struct str a, struct str b);
/* Numbers inside the text compare by value (gn7i-c8 before gn7i-c16); ties fall back to str_cmp. */
int str_cmp_natural(struct str a, struct str b);
bool str_starts(struct str s, struct str prefix);
bool str_ends(struct str s, struct str suffix);
/* Offset of the first occurrence of `needle`, or s.n when there is none. */
size_t str_find(struct str s, struct str needle);
size_t str_find_char(struct str s, char c);
struct str str_sub(struct str s, size_t from, size_t to);
/* Without ASCII blanks, tabs and line ends on both sides. */
struct str str_trim(struct str s);
/* Cuts the part before `sep` off *rest; when `sep` is missing, all of it. False when *rest was empty. */
bool str_next(struct str *rest, char sep, struct str *part);

#endif
