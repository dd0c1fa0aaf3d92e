/* What clang calls for copies of structs; the module brings it along, as it imports nothing. */
#include <stddef.h>

void *memcpy(void *to, const void *from, size_t n);
void *memset(void *to, int value, size_t n);

void *memcpy(void *to, const void *from, size_t n)
{
    char *d = to;
    const char *s = from;
    while (n-- > 0)
        *d++ = *s++;
    return to;
}

void *memset(void *to, int value, size_t n)
{
    char *d = to;
    while (n-- > 0)
        *d++ = (char)value;
    return to;
}
