import { matchesGlob } from 'node:path/posix'

/**
 * The modules that make decisions, each with the tests that cover them: the tests that mirror the module, and a few of the
 * modules that use it. A file in a module may be listed with tests of its own. The scripts of the isolation, for example,
 * need commands that are really isolated, and each of those takes a second.
 */
export const MODULES = {
  'src/app/domain': ['test/app/domain/**'],
  'src/app/job-store': ['test/app/job-store/**'],
  'src/app/limits': ['test/app/limits/**'],
  'src/app/store/server-presence.ts': ['test/app/store/format/**'],
  'src/app/budgets': ['test/app/budgets/**'],
  // Without the tests of merges, each of which runs git many times: they take longer than all others together.
  'src/app/runs': [
    'test/app/runs',
    'test/app/runs/{dispatch,push-token,reconcile,runner}/**',
    'test/app/jobs/**',
  ],
  'src/app/runs/commit-merge.ts': ['test/app/runs/merge/**'],
  'src/action/git/policy': ['test/action/git/policy/**'],
  'src/action/workspace/edit': ['test/action/workspace/edit/**', 'test/action/workspace/patch/**'],
  'src/action/text/align-lines.ts': ['test/action/workspace/edit/**'],
  'src/action/checks': ['test/action/checks'],
  'src/action/checks/isolation': ['test/action/checks/isolation'],
  'src/action/checks/isolation/*-script.ts': ['test/action/checks/isolated'],
  'src/mention': ['test/mention/**'],
  // The other files of it are tested with real servers, which take seconds.
  'src/app/store/remote/{group-commit,link,read-batches}.ts': ['test/app/store/remote'],
} as const satisfies Record<string, readonly string[]>

/**
 * Tests that do not count: those that take random steps, because what they notice differs from run to run, and two that
 * take seconds for each mutant: one bounds the work for megabytes of text, the other uses the server of each store.
 */
export const TESTS_LEFT_OUT = [
  'test/app/domain/run-state-only-moves-forward.test.ts',
  'test/app/job-store/recorded/**',
  'test/app/runs/ordering/**',
  'test/action/workspace/edit/any-edit-keeps-the-rest.test.ts',
  'test/action/workspace/edit/repetitive-input-costs-bounded-work.test.ts',
]

type Module = keyof typeof MODULES

const ALL = Object.keys(MODULES) as Module[]

const isIn = (path: string, module: string): boolean =>
  path === module || matchesGlob(path, module) || path.startsWith(`${module}/`)

/** The module that this path is or lies in: the innermost. */
export const moduleOf = (path: string): Module | undefined => ALL.findLast((module) => isIn(path, module))

/** The modules in this path that have tests of their own. */
export const modulesIn = (path: string): Module[] =>
  ALL.filter((module) => module !== path && isIn(module, path))
