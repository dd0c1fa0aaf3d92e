/* All page kinds: one function a kind, one file each. Each fills a page made by the plan (site/plan.c): path,
 * language, arena and dictionary are set, the rest is the function's. */
#ifndef PAGE_PAGES_H
#define PAGE_PAGES_H

#include "page/page.h"

/* SYNC: page-kinds. `subject` is the record the page is about, NULL where there is none. */
typedef void page_function(struct page *p, const void *subject);

page_function page_start;
page_function page_not_found;
page_function page_chip_index, page_chip;
page_function page_family_index, page_family;
page_function page_type_index, page_type;
page_function page_model_index, page_model;
page_function page_scenario_index, page_scenario;
page_function page_guide_index, page_guide;
page_function page_vram_index, page_vram_method, page_vram_kv, page_vram_model;
page_function page_calculator;
page_function page_prices;
page_function page_glossary, page_sources_list, page_claims, page_product_facts, page_measured;
page_function page_schema_list, page_data, page_pitfall_list, page_accuracy;

#endif
