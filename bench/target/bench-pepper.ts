/** PostgreSQL and Redis need one. */
export const BENCH_PEPPER = 'the pepper of the benchmarks, which is no secret'
