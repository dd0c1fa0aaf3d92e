/* The scripts that the calculator stands on: catalogue, words and module, each a classic script that adds to self.CHIPFIRST. */
#ifndef SITE_CALC_DATA_H
#define SITE_CALC_DATA_H

#include "catalog/catalog.h"
#include "catalog/measured_speed.h"
#include "catalog/strings.h"

/* CHIPFIRST.packed: what the engine needs of the catalogue and of the module's layout, in no language; templates/assets/engine.js
 * unpacks it. `tables` as in candidates_of. */
void calc_data_script(struct buf *out, const struct catalog *catalog, const struct speed_tables *tables);

/* CHIPFIRST.strings: the words that the scripts show, by the keys of templates/strings.*.yaml: labels of
 * fields, values, terms … and all that begins with calc.js_. */
void calc_strings_script(struct buf *out, struct strings *strings, enum lang lang, struct arena *arena);

/* CHIPFIRST.module: the gzipped WebAssembly module as base64. */
void calc_module_script(struct buf *out);

#endif
