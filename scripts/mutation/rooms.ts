import { matchesGlob } from 'node:path/posix'

/**
 * Rooms that decide, each with the tests that hold its decisions: those that mirror it, and a few of the rooms above. Files in
 * a room may have other tests than it: scripts need commands that are really isolated, each of which takes a second.
 */
export const ROOMS = {
  'src/app/domain': ['test/app/domain/**'],
  'src/app/records': ['test/app/records/**'],
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
  'test/app/records/recorded/**',
  'test/app/runs/ordering/**',
  'test/action/workspace/edit/any-edit-keeps-the-rest.test.ts',
  'test/action/workspace/edit/repetitive-input-costs-bounded-work.test.ts',
]

type Room = keyof typeof ROOMS

const ALL = Object.keys(ROOMS) as Room[]

const isIn = (path: string, room: string): boolean =>
  path === room || matchesGlob(path, room) || path.startsWith(`${room}/`)

/** The room that this path is or lies in: the innermost. */
export const roomOf = (path: string): Room | undefined => ALL.findLast((room) => isIn(path, room))

/** The rooms in this path that have tests of their own. */
export const roomsIn = (path: string): Room[] => ALL.filter((room) => room !== path && isIn(room, path))
