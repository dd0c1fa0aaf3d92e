/* estimate and recommend as a user runs them, on the real catalogue: numbers worked out by hand, order, messages. */
#include "command_helper.h"

/* ---- estimate */

static void test_terms_by_hand(void **state)
{
    static const struct {
        const char *line, *term;
        double bytes;
    } rows[] = {
        /* 2 × 32 layers × 8 KV heads × 128 × 2 B × 8192 tokens = 2^30 */
        {"--model llama-3-8b --seq 8192 --json", "kv_cache", GIB},
        {"--model llama-3-8b --seq 8192 --tp 2 --json", "kv_cache", GIB / 2},
        {"--model llama-3-8b --seq 8192 --batch 3 --json", "kv_cache", 3 * GIB},
        {"--model llama-3-8b --seq 8192 --kv-precision fp8 --json", "kv_cache", GIB / 2},
        /* 8,030,261,248 parameters */
        {"--model llama-3-8b --json", "weights", 16060522496},
        {"--model llama-3-8b --method full --json", "optimizer", 64242089984},
        {"--model llama-3-8b --method full --gpus 4 --zero 1 --json", "optimizer", 16060522496},
        {"--model llama-3-8b --method full --gpus 4 --zero-stage 3 --json", "weights", 4015130624},
        {"--model llama-3-8b --method=full --master-weights=false --json", "optimizer", 32121044992},
        {"--model llama-3-8b --method full --stack transformers-peft --json", "optimizer", 32121044992},
        {"--model llama-3-8b --method full --stack transformers-peft --master-weights --json", "optimizer", 64242089984},
        {"--model llama-3-8b --method full --master-weights false --json", "optimizer", 32121044992},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        cJSON *json = run_json(command_estimate, rows[i].line);
        const cJSON *term = find(get(json, "terms"), rows[i].term);
        if (!term || number(term, "bytes") != rows[i].bytes)
            fail_msg("%s: %s is %.0f, not %.0f", rows[i].line, rows[i].term, term ? number(term, "bytes") : -1, rows[i].bytes);
        cJSON_Delete(json);
    }
}

static void test_estimate_json(void **state)
{
    cJSON *json = run_json(command_estimate, "--model llama-3-8b --seq 8192 --scope reserved --json");
    const cJSON *total = get(json, "total"), *cache = find(get(json, "terms"), "kv_cache");
    (void)state;
    assert_string_equal(word(json, "model"), "llama-3-8b");
    assert_string_equal(word(json, "method"), "inference");
    assert_string_equal(word(json, "scope"), "reserved");
    assert_string_equal(word(json, "phase"), "prefill");
    assert_true(number(total, "low") < number(total, "likely") && number(total, "likely") < number(total, "high"));
    assert_string_equal(word(cache, "formula"), "2 × 32 layers × 8 KV heads × 128 × 2 B × 8192 tokens × batch 1");
    assert_int_equal(cJSON_GetArraySize(get(json, "warnings")), 0);
    cJSON_Delete(json);
    json = run_json(command_estimate, "--model llama-3-8b --seq 8193 --json");
    assert_string_equal(cJSON_GetArrayItem(get(json, "warnings"), 0)->valuestring, "beyond_context");
    cJSON_Delete(json);
}

/* What is alive at the peak, with the overhead, is the likely total of the device. */
static void test_peaks_add_up(void **state)
{
    static const char *const lines[] = {"--model llama-3-8b --seq 8192 --json", "--model llama-3-8b --method qlora --json",
                                        "--model qwen2.5-7b --method full --gpus 8 --zero 3 --json"};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(lines); i++) {
        cJSON *json = run_json(command_estimate, lines[i]);
        const cJSON *term;
        double sum = 0;
        cJSON_ArrayForEach(term, get(json, "terms"))
            sum += number(term, "peak_bytes");
        double off = sum - number(get(json, "total"), "likely");
        if (off < -20 || off > 20) /* every term is rounded on its own */
            fail_msg("%s: the terms at the peak differ by %.0f bytes from the total", lines[i], off);
        cJSON_Delete(json);
    }
}

static void test_not_modelled_has_no_total(void **state)
{
    cJSON *json = run_json(command_estimate, "--model t5-small --json");
    (void)state;
    assert_true(cJSON_IsNull(get(json, "total")) && cJSON_IsNull(get(json, "phase")));
    assert_true(cJSON_IsNull(get(find(get(json, "terms"), "kv_cache"), "bytes")));
    cJSON_Delete(json);
}

static void test_table(void **state)
{
    struct run r = run(command_estimate, "--model llama-3-8b --seq 8192");
    (void)state;
    assert_int_equal(r.code, 0);
    expect_part("weights", r.out, "Weights                                     14.958 ");
    run_free(&r);
}

static void test_messages(void **state)
{
    static const struct {
        const char *line, *part;
    } rows[] = {
        {"", "--model is missing"},
        {"--model llama-3-8", "--model: there is no model \"llama-3-8\" in the catalogue; did you mean llama-3-8b?"},
        {"--model llama-3-8b --stack no-such-stack-at-all", "--stack: there is no stack"},
        {"--model llama-3-8b --method ful", "--method has no value \"ful\"; did you mean \"full\"?"},
        {"--model llama-3-8b --method xyzzy", "write one of inference, full, lora, qlora"},
        {"--model llama-3-8b --seq many", "--seq \"many\" is not a number"},
        {"--model llama-3-8b --seq nan", "--seq \"nan\" is not a number"},
        {"--model llama-3-8b --seq 0", "--seq: must be positive"},
        {"--model llama-3-8b --batch -1", "--batch: negative"},
        {"--model llama-3-8b --batch 1.5", "--batch: must be whole"},
        {"--model llama-3-8b --seq 99999999999999999999", "--seq: too large"},
        {"--model llama-3-8b --tp 3", "--tp: must divide heads"},
        {"--model llama-3-8b --tensor-parallel 3", "--tensor-parallel: must divide heads"},
        {"--model llama-3-8b --gpus 2 --tp 4", "--tp: must divide gpus"},
        {"--model llama-3-8b --method full --zero 4", "--zero: unknown value"},
        {"--model llama-3-8b --method full --quantisation int8", "--quantisation: not with method"},
        {"--model llama-3-8b --compiled=maybe", "--compiled is true or false"},
        {"--model llama-3-8b --seqq 3", "unknown option --seqq; did you mean --seq?"},
        {"--model llama-3-8b --scenario x", "unknown option --scenario"},
        {"--model llama-3-8b --tp 2 --tensor-parallel 4", "given twice with different values"},
        {"--model llama-3-8b stray", "unexpected argument \"stray\""},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct run r = run(command_estimate, rows[i].line);
        if (r.code != 1 || r.out[0])
            fail_msg("%s: exit %d, output \"%s\"", rows[i].line, r.code, r.out);
        expect_part(rows[i].line, r.err, rows[i].part);
        run_free(&r);
    }
}

static void test_help_names_every_option(void **state)
{
    static const char *const names[] = {"--model", "--stack", "--json", "--method WORD", "--seq N", "--zero N", "--tp N", "--scope WORD",
                                        "--card-bytes N", "--compiled [true|false]"};
    struct run estimate = run(command_estimate, "--help"), recommend = run(command_recommend, "--help");
    (void)state;
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        expect_part("estimate", estimate.out, names[i]);
        expect_part("recommend", recommend.out, names[i]);
    }
    expect_part("recommend", recommend.out, "--limit N");
    run_free(&estimate);
    run_free(&recommend);
}

/* ---- recommend */

static void test_verdicts_by_hand(void **state)
{
    static const struct {
        const char *line, *type, *reason; /* NULL: fits */
        double gpus;
    } rows[] = {
        {"--model llama-3-8b --seq 2048 --json", "ecs.gn7i-c16g1.4xlarge", NULL, 1},           /* 16.1 GB on 24 GB */
        {"--model llama-3-8b --seq 2048 --json", "ecs.gn6i-c4g1.xlarge", "memory", 0},         /* on 16 GB */
        {"--model llama-3-8b --method full --json", "ecs.gn7i-c16g1.4xlarge", "memory", 0},    /* 128.5 GB */
        {"--model llama-3-8b --method qlora --seq 512 --json", "ecs.gn7i-c16g1.4xlarge", NULL, 1},
        {"--model llama-3-8b --method full --gpus 8 --zero 3 --json", "ecs.gn7e-c16g1.32xlarge", NULL, 8},
        {"--model llama-3-8b --method full --gpus 8 --zero 3 --json", "ecs.gn7e-c16g1.16xlarge", "gpus", 8},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        cJSON *json = run_json(command_recommend, rows[i].line);
        const cJSON *type = find(get(json, "types"), rows[i].type);
        assert_non_null(type);
        const char *reason = word(type, "reason");
        if (does_fit(type) != !rows[i].reason || (reason && strcmp(reason, rows[i].reason ? rows[i].reason : "") != 0))
            fail_msg("%s on %s: %s", rows[i].line, rows[i].type, reason ? reason : "fits");
        if (rows[i].gpus > 0)
            assert_true(number(get(type, "layout"), "gpus") == rows[i].gpus);
        assert_true(!does_fit(type) || number(type, "need_bytes") <= number(type, "have_bytes"));
        cJSON_Delete(json);
    }
}

/* The command line's own answer: the change, typed in as an option, fits that type. */
static void test_change_as_an_option(void **state)
{
    const char *question = "--model llama-3-8b --method lora --seq 2048 --batch 1 --checkpointing none";
    char line[512], change[64];
    cJSON *json, *again;
    (void)state;
    snprintf(line, sizeof line, "%s --json", question);
    json = run_json(command_recommend, line);
    const cJSON *type = find(get(json, "types"), "ecs.gn7i-c16g1.4xlarge");
    assert_true(type && !does_fit(type));
    assert_string_equal(word(type, "reason"), "memory");
    assert_non_null(word(type, "smallest_change"));
    snprintf(change, sizeof change, "%s", word(type, "smallest_change"));
    char *value = strchr(change, '=');
    assert_non_null(value);
    *value++ = '\0';
    assert_true(strcmp(change, "gpus") != 0); /* one option decides here, not the type */
    snprintf(line, sizeof line, "--model llama-3-8b --method lora --seq %s --batch %s --checkpointing %s --quantisation %s --json",
             strcmp(change, "seq") == 0 ? value : "2048", strcmp(change, "batch") == 0 ? value : "1",
             strcmp(change, "checkpointing") == 0 ? value : "none", strcmp(change, "quantisation") == 0 ? value : "native");
    again = run_json(command_recommend, line);
    assert_true(does_fit(find(get(again, "types"), "ecs.gn7i-c16g1.4xlarge")));
    cJSON_Delete(json);
    cJSON_Delete(again);
}

static int rank_of(const cJSON *type)
{
    const char *verdict = word(type, "verdict");
    return !does_fit(type) ? 2 : verdict && strcmp(verdict, "tight") == 0;
}

static void test_order_and_limit(void **state)
{
    cJSON *json = run_json(command_recommend, "--model qwen2.5-7b --json");
    cJSON *few = run_json(command_recommend, "--model qwen2.5-7b --json --limit 3");
    const cJSON *type, *types = get(json, "types");
    int before = 0, fitting = 0, n = 0;
    (void)state;
    cJSON_ArrayForEach(type, types) {
        assert_true(rank_of(type) >= before);
        before = rank_of(type);
        fitting += before == 0;
        if (n++ < 3)
            assert_string_equal(word(type, "id"), word(cJSON_GetArrayItem(get(few, "types"), n - 1), "id"));
    }
    assert_true(fitting > 10 && before == 2 && n > 100);
    assert_int_equal(cJSON_GetArraySize(get(few, "types")), 3);
    cJSON_Delete(json);
    cJSON_Delete(few);
}

/* Full fine-tuning asks for BF16, NVLink and 4 GPUs: a single A100 80 GB cannot be the answer. */
static void test_scenario(void **state)
{
    cJSON *json = run_json(command_recommend, "--scenario llm-full-finetune --json");
    const cJSON *types = get(json, "types"), *one = find(types, "ecs.gn7e-c16g1.4xlarge");
    (void)state;
    assert_string_equal(word(get(json, "workload"), "method"), "full");
    assert_non_null(one);
    assert_false(does_fit(one));
    assert_true(does_fit(cJSON_GetArrayItem(types, 0)));
    assert_true(does_fit(find(types, "ecs.gn7e-c16g1.32xlarge")));
    cJSON_Delete(json);
    struct run r = run(command_recommend, "--scenario llm-full-finetun");
    assert_int_equal(r.code, 1);
    expect_part("scenario", r.err, "--scenario: there is no scenario \"llm-full-finetun\" in the catalogue; did you mean llm-full-finetune?");
    run_free(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_terms_by_hand),      cmocka_unit_test(test_estimate_json),
        cmocka_unit_test(test_peaks_add_up),       cmocka_unit_test(test_not_modelled_has_no_total),
        cmocka_unit_test(test_table),              cmocka_unit_test(test_messages),
        cmocka_unit_test(test_help_names_every_option), cmocka_unit_test(test_verdicts_by_hand),
        cmocka_unit_test(test_change_as_an_option), cmocka_unit_test(test_order_and_limit),
        cmocka_unit_test(test_scenario),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
