/* The few functions that a freestanding core needs from a mathematical library. */
#ifndef SIZING_MATH_H
#define SIZING_MATH_H

/* e^x within 1 ulp; 0 below -745.2, infinite above 709.8, NaN for NaN. */
double math_exp(double x);

/* e^x - 1 without the loss of digits that math_exp(x) - 1 has near 0; within 2 ulp. */
double math_expm1(double x);

/* Natural logarithm within 1 ulp; minus infinite for 0, NaN below 0 and for NaN. */
double math_log(double x);

/* Logarithm to base 2: exact for powers of two, else within 2 ulp. Domain as math_log. */
double math_log2(double x);

/* Correctly rounded; NaN below 0. */
double math_sqrt(double x);

static inline double math_min(double a, double b)
{
    return a < b ? a : b;
}

static inline double math_max(double a, double b)
{
    return a > b ? a : b;
}

/* The whole part, and the next whole number from x on; x within the range of a long long. */
static inline double math_whole(double x)
{
    return (double)(long long)x;
}

static inline double math_ceiling(double x)
{
    double whole = math_whole(x);
    return whole < x ? whole + 1.0 : whole;
}

#endif
