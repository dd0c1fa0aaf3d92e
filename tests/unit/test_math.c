/* Tests of exp, log and their kin against references of 200 bits (tables) and against the long double of the C library. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>

#include <cmocka.h>
#include <float.h>
#include <math.h>

#include "helper.h"
#include "sizing/math.h"

struct reference {
    double x, value; /* the correctly rounded value */
};

static const struct reference exp_table[] = {
    {0x0.0p+0, 0x1.0000000000000p+0}, {0x1.0000000000000p+0, 0x1.5bf0a8b145769p+1},
    {-0x1.0000000000000p+0, 0x1.78b56362cef38p-2}, {0x1.0000000000000p-1, 0x1.a61298e1e069cp+0},
    {-0x1.0000000000000p-1, 0x1.368b2fc6f960ap-1}, {0x1.b7cdfd9d7bdbbp-34, 0x1.000000006df38p+0},
    {-0x1.b7cdfd9d7bdbbp-34, 0x1.ffffffff24190p-1}, {0x1.999999999999ap-4, 0x1.1aec7b35a00d4p+0},
    {-0x1.999999999999ap-4, 0x1.cf46d99d52b3ap-1}, {0x1.0000000000000p+1, 0x1.d8e64b8d4ddaep+2},
    {0x1.d99999999999ap+1, 0x1.4394144eeec81p+5}, {0x1.4000000000000p+3, 0x1.5829dcf950560p+14},
    {-0x1.4000000000000p+3, 0x1.7cd79b5647c9bp-15}, {0x1.62e42fefa39efp-2, 0x1.6a09e667f3bccp+0},
    {0x1.62e42fefa39f0p-2, 0x1.6a09e667f3bcdp+0}, {-0x1.62e42fefa39f0p-2, 0x1.6a09e667f3bccp-1},
    {0x1.9000000000000p+6, 0x1.3494a9b171bf5p+144}, {-0x1.9000000000000p+6, 0x1.a8c1f14e2af5dp-145},
    {0x1.5e00000000000p+9, 0x1.d945df4f8ec8ep+1009}, {0x1.62d999999999ap+9, 0x1.d75ae7a50ee14p+1023},
    {-0x1.5e00000000000p+9, 0x1.14f2b0fb9307fp-1010}, {-0x1.6200000000000p+9, 0x1.7c8ab2288c9abp-1022},
    {-0x1.6800000000000p+9, 0x0.0000993b4dc95p-1022}, {-0x1.7400000000000p+9, 0x0.0000000000002p-1022},
    {0x1.4800000000000p+4, 0x1.7d6c4f0bcdd5cp+29}, {0x1.0a66666666666p+5, 0x1.078401f5a3ec8p+48},
    {-0x1.0a66666666666p+5, 0x1.f165bb9b59d94p-49}, {0x1.62e42fefa39efp-1, 0x1.0000000000000p+1},
    {0x1.01297d23ab683p-996, 0x1.0000000000000p+0},
};
static const struct reference log_table[] = {
    {0x1.0000000000000p+0, 0x0.0p+0}, {0x1.0000000000000p+1, 0x1.62e42fefa39efp-1},
    {0x1.0000000000000p-1, -0x1.62e42fefa39efp-1}, {0x1.4000000000000p+3, 0x1.26bb1bbb55516p+1},
    {0x1.0000000000001p+0, 0x1.fffffffffffffp-53}, {0x1.fffffffffffffp-1, -0x1.0000000000000p-53},
    {0x1.6a09e667f3bcdp+0, 0x1.62e42fefa39f0p-2}, {0x1.6a09e667f3bccp+0, 0x1.62e42fefa39eep-2},
    {0x1.6a09e667f3bcdp-1, -0x1.62e42fefa39eep-2}, {0x1.6a09e667f3bccp-1, -0x1.62e42fefa39f1p-2},
    {0x1.8000000000000p+1, 0x1.193ea7aad030bp+0}, {0x1.c000000000000p+2, 0x1.f2272ae325a57p+0},
    {0x1.2a05f20000000p+33, 0x1.7069e2aa2aa5bp+4}, {0x1.b7cdfd9d7bdbbp-34, -0x1.7069e2aa2aa5bp+4},
    {0x1.7e43c8800759cp+996, 0x1.5963447f87fb5p+9}, {0x1.56e1fc2f8f359p-997, -0x1.5963447f87fb5p+9},
    {0x0.0000000000001p-1022, -0x1.74385446d71c3p+9}, {0x1.0000000000000p-1022, -0x1.6232bdd7abcd2p+9},
    {0x1.fffffffffffffp+1023, 0x1.62e42fefa39efp+9}, {0x1.999999999999ap-4, -0x1.26bb1bbb55515p+1},
    {0x1.ccccccccccccdp-1, -0x1.af8e8210a415cp-4}, {0x1.199999999999ap+0, 0x1.8663f793c46ccp-4},
    {0x1.8000000000000p+0, 0x1.9f323ecbf984cp-2}, {0x1.5bf0a8b145769p+1, 0x1.0000000000000p+0},
    {0x1.78b56362cef38p-2, -0x1.0000000000000p+0}, {0x1.e240c9fbe76c9p+16, 0x1.77281cad8a844p+3},
};
static const struct reference expm1_table[] = {
    {0x0.0p+0, 0x0.0p+0}, {0x1.0000000000000p+0, 0x1.b7e151628aed3p+0},
    {-0x1.0000000000000p+0, -0x1.43a54e4e98864p-1}, {0x1.0000000000000p-1, 0x1.4c2531c3c0d38p-1},
    {-0x1.0000000000000p-1, -0x1.92e9a0720d3ecp-2}, {0x1.b7cdfd9d7bdbbp-34, 0x1.b7cdfd9dda4e3p-34},
    {-0x1.b7cdfd9d7bdbbp-34, -0x1.b7cdfd9d1d693p-34}, {0x1.999999999999ap-4, 0x1.aec7b35a00d3ap-4},
    {-0x1.999999999999ap-4, -0x1.85c933156a62cp-4}, {0x1.0000000000000p+1, 0x1.98e64b8d4ddaep+2},
    {0x1.d99999999999ap+1, 0x1.3b94144eeec81p+5}, {0x1.4000000000000p+3, 0x1.5825dcf950560p+14},
    {-0x1.4000000000000p+3, -0x1.fffa0ca192a6ep-1}, {0x1.62e42fefa39efp-2, 0x1.a827999fcef32p-2},
    {0x1.62e42fefa39f0p-2, 0x1.a827999fcef33p-2}, {-0x1.62e42fefa39f0p-2, -0x1.2bec333018867p-2},
    {0x1.9000000000000p+6, 0x1.3494a9b171bf5p+144}, {-0x1.9000000000000p+6, -0x1.0000000000000p+0},
    {0x1.4800000000000p+4, 0x1.7d6c4f03cdd5cp+29}, {0x1.0a66666666666p+5, 0x1.078401f5a3eb8p+48},
    {-0x1.0a66666666666p+5, -0x1.fffffffffffe1p-1}, {0x1.62e42fefa39efp-1, 0x1.0000000000000p+0},
    {0x1.01297d23ab683p-996, 0x1.01297d23ab683p-996},
};


static double ulp_of(double value)
{
    double size = fabs(value);
    return size < DBL_MAX ? nextafter(size, INFINITY) - size : size - nextafter(size, 0);
}

static void expect_within(const char *name, double x, double got, long double wanted, double ulps)
{
    double error = (double)fabsl((long double)got - wanted) / ulp_of((double)wanted);
    if (!(error <= ulps))
        fail_msg("%s(%a): %a, off by %.3f ulp", name, x, got, error);
}

/* A correctly rounded reference is within half a unit of the truth, so a result within 1 unit of the truth is the reference or
   one of its neighbours. */
static void check_table(const char *name, double (*function)(double), const struct reference *table, size_t n, double ulps)
{
    for (size_t i = 0; i < n; i++)
        expect_within(name, table[i].x, function(table[i].x), table[i].value, ulps);
}

static void test_tables(void **state)
{
    (void)state;
    check_table("exp", math_exp, exp_table, COUNT_OF(exp_table), 1);
    check_table("log", math_log, log_table, COUNT_OF(log_table), 1);
    check_table("expm1", math_expm1, expm1_table, COUNT_OF(expm1_table), 2);
}

/* Deterministic points in (from, to). */
static double point(uint64_t *state, double from, double to)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return from + (to - from) * ((double)(*state >> 11) / 9007199254740992.0);
}

#if LDBL_MANT_DIG >= 64
static void test_exp_within_one_ulp(void **state)
{
    uint64_t seed = 1;
    (void)state;
    for (int i = 0; i < 400000; i++) {
        double x = i % 2 ? point(&seed, -2, 2) : point(&seed, -744, 709);
        expect_within("exp", x, math_exp(x), expl((long double)x), 1);
        if (x > -37)
            expect_within("expm1", x, math_expm1(x), expm1l((long double)x), 2);
    }
}

static void test_log_within_one_ulp(void **state)
{
    uint64_t seed = 2;
    (void)state;
    for (int i = 0; i < 400000; i++) {
        double x = i % 2 ? point(&seed, 0.5, 2) : ldexp(point(&seed, 0.5, 1), (int)point(&seed, -1073, 1024));
        expect_within("log", x, math_log(x), logl((long double)x), 1);
        expect_within("log2", x, math_log2(x), log2l((long double)x), 2);
    }
}
#endif

static void test_powers_of_two_have_whole_logarithms(void **state)
{
    (void)state;
    for (int k = -1074; k < 1024; k++)
        assert_true(math_log2(ldexp(1, k)) == k);
}

static void test_ends_of_the_domain(void **state)
{
    (void)state;
    assert_true(math_exp(0) == 1 && math_log(1) == 0 && math_expm1(0) == 0);
    assert_true(isinf(math_exp(710)) && math_exp(-746) == 0 && isnan(math_exp(NAN)));
    assert_true(math_exp(INFINITY) == INFINITY && math_exp(-INFINITY) == 0);
    assert_true(math_log(0) == -INFINITY && isnan(math_log(-1)) && math_log(INFINITY) == INFINITY && isnan(math_log(NAN)));
    assert_true(math_expm1(-100) == -1 && isinf(math_expm1(1000)) && isnan(math_expm1(NAN)));
    assert_true(math_sqrt(2) == sqrt(2) && math_sqrt(0) == 0 && isnan(math_sqrt(-1)));
    assert_true(math_min(1, 2) == 1 && math_max(1, 2) == 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tables),
#if LDBL_MANT_DIG >= 64
        cmocka_unit_test(test_exp_within_one_ulp),
        cmocka_unit_test(test_log_within_one_ulp),
#endif
        cmocka_unit_test(test_powers_of_two_have_whole_logarithms),
        cmocka_unit_test(test_ends_of_the_domain),
    };
    return cmocka_run_group_tests_name("math", tests, NULL, NULL);
}
