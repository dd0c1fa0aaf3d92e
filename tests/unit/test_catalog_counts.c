/* Parameter counts of the models that the sizing core does not count: from their shapes, and from their components. The published
 * counts of checkpoints are the independent truth. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>

#include "catalog/catalog.h"
#include "helper.h"
#include "sizing/params.h"

struct fixture {
    struct arena *arena;
    struct catalog *c;
};

static struct fixture fixture;

static int load(void **state)
{
    const char *folders[] = {SOURCE_DIR "/catalog"};
    struct diag *diag = diag_new(stderr, DIAG_TEXT, true);
    (void)state;
    fixture.arena = arena_new();
    fixture.c = catalog_load(folders, 1, fixture.arena, diag);
    diag_finish(diag);
    diag_free(diag);
    return fixture.c ? 0 : -1;
}

static int unload(void **state)
{
    (void)state;
    arena_free(fixture.arena);
    return 0;
}

/* ---- shapes */

static double with_bias(double inputs, double outputs)
{
    return inputs * outputs + outputs;
}

/* Two norms, attention and a plain MLP, all with biases (ViT, CLIP). */
static double encoder_block(double width, double inner)
{
    return with_bias(width, 3 * width) + with_bias(width, width) + with_bias(width, inner) + with_bias(inner, width) + 4 * width;
}

/* T5 (arXiv:1910.10683): no biases, RMS norms, relative positions in the first layer of each stack; its MLP is plain or gated. */
static double t5_layer(double width, double inner, double mlp, bool is_gated, double attentions)
{
    return attentions * (4 * width * inner + width) + (is_gated ? 3 : 2) * width * mlp + width;
}

static double t5_stack(const struct sizing_model *m, double layers, double attentions)
{
    double inner = m->attention_heads * m->head_dim;
    return layers * t5_layer(m->hidden_size, inner, m->intermediate_size, m->mlp == SIZING_MLP_geglu, attentions)
           + m->relative_attention_buckets * m->attention_heads + m->hidden_size;
}

static double count_t5(const struct model *model)
{
    const struct sizing_model *m = &model->sizing;
    double table = m->vocab_size * m->hidden_size;
    return table * (m->tied_embeddings != 0 ? 1 : 2) + t5_stack(m, m->encoder_layers, 1) + t5_stack(m, m->decoder_layers, 2);
}

/* Whisper (openai/whisper model.py): the key projections have no bias, two convolutions of 3, learned positions of the decoder. */
static double count_whisper(const struct model *model)
{
    const struct sizing_model *m = &model->sizing;
    double d = m->hidden_size, attention = 4 * d * d + 3 * d;
    double mlp = with_bias(d, m->intermediate_size) + with_bias(m->intermediate_size, d);
    double encoder = with_bias(3 * m->mel_bins, d) + with_bias(3 * d, d) + m->source_positions * d
                     + m->encoder_layers * (attention + mlp + 4 * d) + 2 * d;
    return encoder + (m->vocab_size + m->target_positions) * d + m->decoder_layers * (2 * attention + mlp + 6 * d) + 2 * d;
}

static double patches(double image, double patch)
{
    return floor(image / patch) * floor(image / patch);
}

static double count_vit_body(const struct model *model)
{
    const struct sizing_model *m = &model->sizing;
    double d = m->hidden_size, p = m->patch_size;
    return with_bias(3 * p * p, d) + d + (patches(m->image_size, p) + 1) * d + m->layers * encoder_block(d, m->intermediate_size) + 2 * d;
}

static double count_vit(const struct model *model)
{
    return count_vit_body(model) + with_bias(model->sizing.hidden_size, model->sizing.classes);
}

static double count_clip_text(const struct component *c)
{
    double d = c->hidden_size.value;
    return (c->vocab_size.value + c->max_positions.value) * d + c->layers.value * encoder_block(d, c->intermediate_size.value) + 2 * d
           + (num_known(c->projection_dim) ? d * c->projection_dim.value : 0);
}

/* CLIP: both towers project into one space, and one scale of the logits is learned. */
static double count_clip(const struct model *model)
{
    const struct component *v = &model->vision;
    double d = v->hidden_size.value, p = v->patch_size.value, shared = model->sizing.projection_dim;
    double vision = 3 * p * p * d + d + (patches(v->image_size.value, p) + 1) * d + 4 * d
                    + v->layers.value * encoder_block(d, v->intermediate_size.value) + d * shared;
    return vision + count_clip_text(&model->text) + model->text.hidden_size.value * shared + 1;
}

/* One bottleneck block of ResNet (arXiv:1512.03385) with its batch norms; the first of a stage has a projection. */
static double bottleneck(double inputs, double width, bool is_first)
{
    double block = inputs * width + 9 * width * width + 4 * width * width + 2 * (width + width + 4 * width);
    return is_first ? block + inputs * 4 * width + 8 * width : block;
}

static double count_resnet(const struct model *model)
{
    double inputs = 64, count = 3 * 49 * 64 + 2 * 64;
    for (size_t stage = 0; stage < model->blocks.n; stage++)
        for (double block = 0; block < model->blocks.at[stage].value; block++) {
            double width = 64 * (double)(1 << stage);
            count += bottleneck(inputs, width, block == 0);
            inputs = 4 * width;
        }
    return count + with_bias(inputs, model->sizing.classes);
}

/* ---- components */

static double count_t5_encoder(const struct component *c)
{
    double d = c->hidden_size.value, inner = c->attention_heads.value * c->head_dim.value;
    bool is_gated = str_eq(c->mlp, S("geglu"));
    return c->vocab_size.value * d + c->encoder_layers.value * t5_layer(d, inner, c->intermediate_size.value, is_gated, 1)
           + c->relative_attention_buckets.value * c->attention_heads.value + d;
}

static void expect_count(const struct model *m, struct str part, double counted, double stored)
{
    if (counted != stored)
        fail_msg("%" STR_FMT " %" STR_FMT ": counted %.0f, stored %.0f", STR_ARG(m->record.id), STR_ARG(part), counted, stored);
}

/* A diffusion model is the sum of its parts; text encoders are counted from their shapes, the network that denoises is compared
 * with the published count. */
static double count_parts(const struct model *m)
{
    const struct component *parts = m->components.at;
    double sum = 0;
    bool is_compared = false;
    for (size_t i = 0; i < m->components.n; i++) {
        const struct component *c = &parts[i];
        sum += c->params.value;
        if (str_eq(c->kind, S("clip_text")))
            expect_count(m, c->record.id, count_clip_text(c), c->params.value);
        if (str_eq(c->kind, S("t5_encoder")))
            expect_count(m, c->record.id, count_t5_encoder(c), c->params.value);
        bool is_core = str_eq(c->kind, S("unet")) || str_eq(c->kind, S("mmdit")) || str_eq(c->kind, S("flux_dit"));
        if (is_core)
            expect_count(m, c->record.id, m->published.exact.value, c->params.value);
        is_compared = is_compared || is_core;
    }
    assert_true(is_compared);
    return sum;
}

/* ---- all of them */

static const struct {
    enum sizing_counter counter;
    double (*count)(const struct model *);
    size_t n;
} counters[] = {
    {SIZING_COUNTER_t5, count_t5, 10},        {SIZING_COUNTER_whisper, count_whisper, 2}, {SIZING_COUNTER_vit, count_vit, 2},
    {SIZING_COUNTER_clip, count_clip, 1},     {SIZING_COUNTER_resnet, count_resnet, 1},   {SIZING_COUNTER_diffusion, count_parts, 7},
};

static void test_models_that_are_not_modelled(void **state)
{
    size_t rest = 0;
    (void)state;
    for (size_t k = 0; k < COUNT_OF(counters); k++) {
        size_t n = 0;
        for (size_t i = 0; i < fixture.c->models.n; i++) {
            const struct model *m = &fixture.c->models.at[i];
            if (m->sizing.counter != (double)counters[k].counter)
                continue;
            n++;
            expect_count(m, S("in all"), counters[k].count(m), m->arch.params_total.value);
            if (m->published.exact_of == EXACT_TOTAL)
                expect_count(m, S("published"), counters[k].count(m), m->published.exact.value);
            if (m->published.exact_of == EXACT_WITHOUT_HEAD)
                expect_count(m, S("without head"), count_vit_body(m), m->published.exact.value);
        }
        assert_int_equal(n, counters[k].n);
        rest += n;
    }
    assert_int_equal(rest, 23); /* with the 106 that the sizing core counts: all 129 */
    assert_int_equal(fixture.c->models.n, 129);
}

/* And the sizing core says of each that it does not count it. */
static void test_no_number_is_made_up(void **state)
{
    (void)state;
    for (size_t i = 0; i < fixture.c->models.n; i++) {
        const struct model *m = &fixture.c->models.at[i];
        struct sizing_params p;
        assert_int_equal(params_count(&m->sizing, &p).reason, SIZING_OK);
        if (!p.known && (p.total != m->arch.params_total.value || p.linear != 0 || p.embedding != 0))
            fail_msg("%" STR_FMT, STR_ARG(m->record.id));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_models_that_are_not_modelled),
        cmocka_unit_test(test_no_number_is_made_up),
    };
    return cmocka_run_group_tests_name("counts of the catalogue", tests, load, unload);
}
