/** Rooms that decide, each with the tests that hold its decisions: those that mirror it, and a few of the rooms above. */
export const ROOMS = {
  'src/app/domain': ['test/app/domain/**'],
  'src/app/records': ['test/app/records/**'],
  'src/app/budgets': ['test/app/budgets/**'],
  'src/app/runs': ['test/app/runs/**', 'test/app/jobs/**'],
  'src/action/git/policy': ['test/action/git/policy/**'],
  'src/action/workspace/edit': ['test/action/workspace/edit/**', 'test/action/workspace/patch/**'],
  'src/action/checks': ['test/action/checks/**'],
  'src/mention': ['test/mention/**'],
} as const satisfies Record<string, readonly string[]>

/**
 * Tests that do not count: those that take random steps, because what they notice differs from run to run, and one that
 * takes seconds for each mutant, because it bounds the work for megabytes of text.
 */
export const TESTS_LEFT_OUT = [
  'test/app/domain/run-state-only-moves-forward.test.ts',
  'test/app/runs/ordering/**',
  'test/action/workspace/edit/any-edit-keeps-the-rest.test.ts',
  'test/action/workspace/edit/repetitive-input-costs-bounded-work.test.ts',
]

/** The room that this path is or lies in. */
export const roomOf = (path: string): keyof typeof ROOMS | undefined =>
  Object.keys(ROOMS).find((room) => path === room || path.startsWith(`${room}/`)) as
    | keyof typeof ROOMS
    | undefined
