// The amount of input that a test tries: a part of it in each run of the tests, all of it in `npm run test:long`.

/** Whether this run tries everything. */
const IN_LONG_TESTS = process.env['LONG_TESTS'] === '1';

/**
 * Returns what the n-th of many tests tries: the next `few` of all values, so that the tests together try each value.
 * In the long tests it returns all.
 */
export const partOf = <T>(all: readonly T[], few: number, n: number): readonly T[] =>
  IN_LONG_TESTS
    ? all
    : Array.from({ length: Math.min(few, all.length) }, (_, i) => all[(n * few + i) % all.length] as T);

/** The number of random inputs that a test tries: `few` in each run of the tests, `many` in the long ones. */
export const runsOf = (few: number, many: number): number => (IN_LONG_TESTS ? many : few);
