/* The YAML tree: any bytes either become a tree whose places lie in the text, or give a message. */
#include <stdlib.h>

#include "data/yaml.h"
#include "fuzz.h"

/* Every node's line exists. Depth is bounded by YAML_MAX_DEPTH. */
static void check(const struct yaml_node *n, unsigned lines)
{
    if (n->at.line == 0 || n->at.line > lines + 1)
        abort();
    for (const struct yaml_node *c = n->first; c; c = c->next)
        check(c, lines);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz f = fuzz_begin(data, size, size % 2 ? DIAG_JSON : DIAG_TEXT);
    unsigned lines = 1;
    for (size_t i = 0; i < size; i++)
        lines += data[i] == '\n';
    const struct yaml_node *root = yaml_parse(f.arena, &f.src, f.src.text, 1, f.diag);
    if (root)
        check(root, lines);
    else if (diag_errors(f.diag) == 0)
        abort(); /* refused without a word */
    fuzz_end(&f);
    return 0;
}
