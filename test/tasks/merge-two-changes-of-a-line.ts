import { block } from './support/block.ts'
import { edit, finish, read } from './support/calls.ts'
import { changesJust, sameText } from './support/judge.ts'
import { withFile } from './support/mutate-result.ts'
import { testsPass } from './support/run-tests.ts'
import type { Task } from './support/task.ts'

const PATH = 'src/limits.ts'
const limits = (values: string): string => block`
  /** What a request may use. */
  export const LIMITS = { ${values} } as const
  `
const TEST = block`
  import assert from 'node:assert/strict'
  import { test } from 'node:test'
  import { LIMITS } from '../src/limits.ts'

  test('limits are positive', () => {
    for (const value of Object.values(LIMITS)) assert.ok(value > 0)
  })
  `

/** Others change the same line of the base while the pull request is open. */
export const mergeTwoChangesOfALine: Task = {
  name: 'merge-two-changes-of-a-line',
  category: 'conflict',
  prompts: [
    'Requests should be tried five times, not three.',
    {
      push: {
        [PATH]: limits('tries: 3, seconds: 30, bytes: 4096'),
        'README.md': '# client\n\nA request may take 30 seconds.\n',
      },
    },
  ],
  files: {
    'package.json': `${JSON.stringify({ name: 'client', type: 'module', scripts: { test: 'node --test' } }, null, 2)}\n`,
    'README.md': '# client\n\nA request may take 10 seconds.\n',
    [PATH]: limits('tries: 3, seconds: 10'),
    'test/limits.test.ts': TEST,
  },
  script: [
    [read(PATH)],
    [edit(PATH, 'tries: 3', 'tries: 5')],
    [finish('Try requests five times', 'A request is tried five times now.')],
    // The second turn: the conflict.
    [read(PATH)],
    [
      {
        name: 'write',
        input: { path: PATH, text: limits('tries: 5, seconds: 30, bytes: 4096') },
      },
    ],
    [finish('Merge the new limits', 'Both hold: five tries, and the limits of the base.')],
  ],
  async check(work) {
    changesJust(work, PATH)
    sameText(work, PATH, limits('tries: 5, seconds: 30, bytes: 4096'))
    await testsPass(work.after)
  },
  mistakes: {
    'the change of the base is lost': (work) => withFile(work, PATH, () => limits('tries: 5, seconds: 10')),
    'half of it is lost': (work) => withFile(work, PATH, () => limits('tries: 5, seconds: 30')),
    'a marker is left': (work) => withFile(work, PATH, (text) => `${text}>>>>>>> main\n`),
    'README says what it said before': (work) =>
      withFile(work, 'README.md', (text) => text.replace('30', '10')),
  },
}
