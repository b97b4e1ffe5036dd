import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { reportFileTimes } from './test/support/file-times.ts'
import { makeMemoryFolder } from './test/support/processes/memory-folder.ts'
import { findProgram } from './test/support/stores/find-program.ts'

/** Four on two cores: a test that starts programs or waits for a time leaves the cores to the others. */
const WORKERS = Math.max(4, availableParallelism())

/**
 * Tests that change their process until they end: by nock, which changes all HTTP, by environment variables, by a setting
 * of the AI SDK, by an end to be simulated. They share processes among themselves: loading is most of what a file costs.
 */
const CHANGING = [
  'test/app/github/**/*.test.ts',
  'test/action/checks/**/*.test.ts',
  'test/sandbox/{cli,model,runner,world}/**/*.test.ts',
]

/** Tests of code that starts git: in workers of their own, which hold less, because each start copies a part of what they hold. */
const WITH_GIT = [
  'test/action/{agent,checks,context,control-plane,eval,git,github,images,models,pull-request,replay,stages,workspace}/**/*.test.ts',
  'test/cli/**/*.test.ts',
  'test/sandbox/{github,world}/**/*.test.ts',
]

/** Long stories of the whole world, and of the bundle. */
const LONG_STORIES = 'test/{bundle,e2e}/long/**/*.test.ts'
/** What takes many runs or processes, of git or of an isolated command; most have a short form in `app`. */
const LONG_FORMS = 'test/{action/{checks,git,github,models,secrets,stages},app,cli}/**/long/**/*.test.ts'
const WHOLE_RUNS = 'test/action/whole-runs/**/*.test.ts'
/** Each failure of a model with each wire format, and what takes many runs or long jobs. Some wait for half a minute for what never comes. */
const MODEL_FAILURES = 'test/action/whole-runs/{model,long}/**/*.test.ts'

/** What is waited for comes on a slow machine, too: only what never comes runs into a timeout. */
const PATIENT = {
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 60_000, interval: 20 } },
}

/** Projects whose files take long come first, so that the last worker does not end long after the others. */
const ORDER = ['e2e', 'browser', 'runs', 'bundle', 'git', 'fast', 'app']

class LongestProjectFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project }: TestSpecification) => ORDER.indexOf(project.name)
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other))
  }
}

/** The young generation of a worker would grow to 128 MiB. */
const SMALL = { execArgv: ['--max-semi-space-size=4'] }

/**
 * Node starts a program by fork, which copies the page table of what malloc has given out: 15 ms for 200 MB of buffers,
 * for each of the thousands of git processes. With huge pages, it takes 1 ms. V8 keeps its own heap out of forks.
 */
const HUGE_PAGES = { GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1' }

/** What callers rely on, once more on PostgreSQL and Redis: the interface, its limits, and the use cases of jobs. */
const ON_EACH_STORE = ['test/app/http/v2/*.test.ts', 'test/app/jobs/*.test.ts', 'test/app/batches/*.test.ts']
/** Reads 90 MB simultaneously, which takes a busy machine longer than a request waits for another store. */
const WITHOUT_STORE = ['test/app/http/v2/unread-responses-are-bounded.test.ts']

/** Servers that the tests can start, or have been given. With MUST_TEST_STORES=1, as in CI, they must be there. */
const SERVERS = [
  { name: 'PostgreSQL', program: 'postgres', url: 'TEST_POSTGRES_URL' },
  { name: 'Redis', program: 'redis-server', url: 'TEST_REDIS_URL' },
].filter(
  ({ program, url }) =>
    process.env.MUST_TEST_STORES === '1' || process.env[url] !== undefined || findProgram(program) !== null,
)

const memory = makeMemoryFolder()
/** Some of the slow tests make files that are larger than memory may be. */
const IN_MEMORY = { ...PATIENT, env: { ...HUGE_PAGES, ...(memory !== null && { TMPDIR: memory }) } }

/** One Chromium for all files. */
const BROWSER = {
  globalSetup: ['test/browser/support/launch-chromium.ts'],
  isolate: false,
}

/**
 * In `fast` are the tests that change their process while they run, in `git` those that start git, in `app` the others. `runs` does whole runs of the
 * action; `bundle` starts dist/ as a child process; `e2e` starts the whole world; `browser` uses the dashboard in Chromium.
 *
 * Some projects are not part of `npm test`, which is to take less than five minutes: `stories` does several whole jobs in
 * each file, and has long forms of tests of `app`, `on PostgreSQL` and `on Redis` repeat tests of `app` on another store, `models` does whole runs with each failure of each provider, `faults` kills servers and runners and waits for
 * what they lose, `tasks` does sixty whole jobs (all `npm run test:long`, part of CI), `pages` looks at each page of
 * the dashboard in each theme and width, and has its long stories (`npm run test:pages`, part of CI), and `slow` waits for
 * minutes, mostly on purpose, or starts many programs one after the other (`npm run test:slow`, each night).
 */
export default defineConfig({
  test: {
    passWithNoTests: false,
    globalSetup: ['test/support/stores/global-setup.ts'],
    // One line for each file, and all of what failed: no line for a slow test, no output of tests that passed.
    reporters: [['default', { summary: false }], 'json', reportFileTimes('.cache/test-times.json')],
    // For .ci/run, which counts the tests.
    outputFile: { json: '.cache/tests.json' },
    sequence: { sequencer: LongestProjectFirst },
    slowTestThreshold: Number.POSITIVE_INFINITY,
    silent: 'passed-only',
    ...(process.env.VITEST_JSON && { outputFile: { json: process.env.VITEST_JSON } }),
    projects: [
      {
        test: {
          name: 'app',
          ...IN_MEMORY,
          ...SMALL,
          maxWorkers: WORKERS,
          isolate: false,
          include: [
            'test/{action,app,bench,checks,cli,client,contract,conversation,mention,net,review,sandbox,sanitize,scripts,settings}/**/*.test.ts',
          ],
          exclude: [...WITH_GIT, ...CHANGING, WHOLE_RUNS, LONG_FORMS],
        },
      },
      {
        test: {
          name: 'git',
          ...IN_MEMORY,
          ...SMALL,
          maxWorkers: WORKERS,
          isolate: false,
          include: WITH_GIT,
          exclude: [...CHANGING, WHOLE_RUNS, LONG_FORMS],
        },
      },
      {
        test: {
          name: 'runs',
          ...IN_MEMORY,
          ...SMALL,
          include: [WHOLE_RUNS],
          exclude: [MODEL_FAILURES],
          maxWorkers: WORKERS,
          isolate: false,
        },
      },
      {
        test: {
          name: 'fast',
          ...IN_MEMORY,
          ...SMALL,
          maxWorkers: WORKERS,
          isolate: false,
          include: CHANGING,
          exclude: [LONG_FORMS],
        },
      },
      {
        test: {
          name: 'bundle',
          ...IN_MEMORY,
          ...SMALL,
          include: ['test/bundle/**/*.test.ts'],
          exclude: [LONG_STORIES],
          maxWorkers: WORKERS,
          isolate: false,
        },
      },
      {
        test: {
          name: 'e2e',
          ...IN_MEMORY,
          ...SMALL,
          include: ['test/e2e/**/*.test.ts'],
          exclude: [LONG_STORIES],
          maxWorkers: WORKERS,
          isolate: false,
        },
      },
      {
        test: {
          name: 'browser',
          ...IN_MEMORY,
          ...BROWSER,
          // As all projects that run together.
          maxWorkers: WORKERS,
          include: ['test/browser/stories/**/*.test.ts'],
        },
      },
      {
        test: {
          name: 'pages',
          ...IN_MEMORY,
          ...BROWSER,
          maxWorkers: 1,
          include: ['test/browser/{pages,long}/**/*.test.ts'],
        },
      },
      {
        test: {
          name: 'stories',
          ...IN_MEMORY,
          ...SMALL,
          testTimeout: 300_000,
          include: [LONG_STORIES, LONG_FORMS],
          maxWorkers: WORKERS,
          isolate: false,
        },
      },
      {
        test: {
          name: 'models',
          ...IN_MEMORY,
          ...SMALL,
          include: [MODEL_FAILURES],
          maxWorkers: WORKERS,
          isolate: false,
        },
      },
      ...SERVERS.map(({ name }) => ({
        test: {
          name: `on ${name}`,
          ...PATIENT,
          ...SMALL,
          env: { ...(memory !== null && { TMPDIR: memory }), TEST_STORE: name },
          include: ON_EACH_STORE,
          exclude: WITHOUT_STORE,
          maxWorkers: WORKERS,
          isolate: false,
        },
      })),
      {
        test: {
          name: 'faults',
          ...IN_MEMORY,
          ...SMALL,
          include: ['test/faults/**/*.test.ts'],
          maxWorkers: WORKERS,
          isolate: false,
        },
      },
      {
        test: {
          name: 'tasks',
          ...IN_MEMORY,
          include: ['test/tasks/scripted-models-do-every-task.test.ts'],
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'slow',
          ...PATIENT,
          include: ['test/slow/**/*.test.ts', 'test/tasks/tasks-command-reports-results.test.ts'],
          testTimeout: 240_000,
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
