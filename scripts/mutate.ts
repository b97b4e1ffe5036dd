/**
 * `npm run mutate -- src/app/domain …`: StrykerJS changes these modules (default: all of `mutation/modules.ts`), or files in
 * them, in one place at a time, and runs the tests that reach the place. A change that no test notices is a survivor.
 * Exit code 1: fewer than 85 % of the changes of a module were noticed. mutation/README.md explains survivors.
 */
import { availableParallelism } from 'node:os'
import { Stryker } from '@stryker-mutator/core'
import { MODULES, moduleOf, modulesIn } from './mutation/modules.ts'

const FOLDER = '.cache/mutation'
/** Percent of the changes that tests must notice. */
const LEAST = 85

/**
 * Folders and files that no test of these modules needs. Stryker rewrites each tsconfig.json that it copies, with an API
 * that TypeScript 7 lacks. The cache may hold copies that a killed run left.
 */
const NOT_COPIED = ['/.cache', '/bench', '/dist', '/tsconfig*.json']

const filesOf = (path: string): string => (path.endsWith('.ts') ? path : `${path}/**/*.ts`)

async function mutate(path: string, tests: readonly string[]): Promise<void> {
  const report = `${FOLDER}/${path.replaceAll(/[/*]/g, '-')}`
  process.env.MUTATION_TESTS = tests.map((folder) => `${folder}/*.test.ts`).join(' ')
  await new Stryker({
    mutate: [filesOf(path), ...modulesIn(path).map((module) => `!${filesOf(module)}`)],
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'scripts/mutation/vitest.config.ts', related: false, pool: 'threads' },
    coverageAnalysis: 'perTest',
    concurrency: Math.max(1, Math.floor(availableParallelism() / 2)),
    // Counted as noticed: on a busy machine, tests that are only slow must not be taken for an endless loop.
    timeoutMS: 8_000,
    ignorePatterns: NOT_COPIED,
    tempDirName: `${FOLDER}/tmp`,
    // What neither the code nor its tests changed since the last run is not tried again.
    incremental: true,
    incrementalFile: `${report}-incremental.json`,
    reporters: ['clear-text', 'progress-append-only', 'json'],
    clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
    jsonReporter: { fileName: `${report}.json` },
    thresholds: { high: 100, low: LEAST, break: LEAST },
    allowConsoleColors: false,
  }).runMutationTest()
}

const paths = process.argv.slice(2)
for (const path of paths) {
  if (moduleOf(path) !== undefined) continue
  console.error(`error: ${path} is in none of the modules ${Object.keys(MODULES).join(', ')}`)
  process.exit(1)
}
for (const path of paths.length > 0 ? paths : Object.keys(MODULES)) {
  const module = moduleOf(path)
  if (module !== undefined) await mutate(path, MODULES[module])
}
