import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** Of two cores Vitest would use one. */
const WORKERS = Math.max(2, availableParallelism() - 1)

/** Nock changes the HTTP of a whole process, so these keep one to themselves. */
const WITH_NOCK = 'test/app/github/**/*.test.ts'

/**
 * `app` and `fast` run in seconds, `app` with many files to a process, since most of what a file costs is loading what it
 * tests; `bundle` starts dist/ as a child process; `e2e` starts the whole world. `slow` waits for minutes, mostly on
 * purpose, or starts many programs one after the other; it is not part of `npm test`, which is to take five minutes:
 * `npm run test:slow`.
 */
export default defineConfig({
  test: {
    passWithNoTests: false,
    // A CI run counts its tests from this file.
    reporters: process.env.VITEST_JSON ? ['default', 'json'] : ['default'],
    ...(process.env.VITEST_JSON && { outputFile: { json: process.env.VITEST_JSON } }),
    projects: [
      {
        test: {
          name: 'app',
          maxWorkers: WORKERS,
          isolate: false,
          include: ['test/app/**/*.test.ts'],
          exclude: [WITH_NOCK],
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'fast',
          maxWorkers: WORKERS,
          include: [WITH_NOCK, 'test/{action,checks,contract,sandbox}/**/*.test.ts'],
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'bundle',
          include: ['test/dist/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // Who starts programs waits for them.
          maxWorkers: WORKERS + 1,
          // Vitest wants projects of different widths one after the other.
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'e2e',
          include: [
            'test/e2e/**/*.test.ts',
            'test/faults/**/*.test.ts',
            'test/tasks/scripted-models-do-every-task.test.ts',
          ],
          testTimeout: 90_000,
          hookTimeout: 60_000,
          // Whoever tests faults mostly waits: for a lease to end, for a server to start.
          maxWorkers: 3,
          // On most machines the others are wider.
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          name: 'slow',
          include: ['test/slow/**/*.test.ts', 'test/tasks/the-command-says-what-came-out.test.ts'],
          testTimeout: 240_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
})
