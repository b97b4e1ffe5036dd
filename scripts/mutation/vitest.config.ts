/** The tests of `npm run mutate`, which names them in MUTATION_TESTS. */
import { defineConfig } from 'vitest/config'
import { RANDOM_TESTS } from './rooms.ts'

export default defineConfig({
  test: {
    include: (process.env.MUTATION_TESTS ?? '').split(' '),
    exclude: RANDOM_TESTS,
    testTimeout: 60_000,
    isolate: false,
  },
})
