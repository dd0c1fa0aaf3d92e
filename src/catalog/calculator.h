/* A state of the calculator as an address: what its page reads with templates/assets/calc-state.js. SYNC: calculator-state */
#ifndef CATALOG_CALCULATOR_H
#define CATALOG_CALCULATOR_H

#include "catalog/catalog.h"

/* Everything may be absent. workload: what differs from the stack's, or without one from the initial values, is written. */
struct calculator_state {
    const struct model *model;
    const struct stack *stack;
    const struct sizing_workload *workload;
    const struct requirements *requirements;
    const struct chip *on;     /* only types with this chip are shown */
    const struct type *type;   /* the chosen one */
};

/* Path of the page with the state, from the root of the site: "en/calculator.html?model=qwen2.5-7b&method=lora&catalog=latest". In the arena. */
struct str calculator_address(struct arena *arena, enum lang lang, const struct calculator_state *state);
/* The same from the target and query of a `vram:` reference, which is written with the same keys. */
struct str calculator_address_of_query(struct arena *arena, enum lang lang, struct str model, struct str query);

#endif
