/** The tests of `npm run mutate`, which names them in MUTATION_TESTS. */
import { defineConfig } from 'vitest/config'
import { TESTS_LEFT_OUT } from './modules.ts'

export default defineConfig({
  test: {
    include: (process.env.MUTATION_TESTS ?? '').split(' '),
    exclude: TESTS_LEFT_OUT,
    testTimeout: 60_000,
    // As in vitest.config.ts: with the default of one second, a busy machine fails tests that are right.
    expect: { poll: { timeout: 60_000, interval: 20 } },
    // Without isolation, tests would be skipped, and their mutants survive.
    env: { MUST_ISOLATE: '1' },
    isolate: false,
  },
})
