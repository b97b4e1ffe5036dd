import { block } from './support/block.ts'
import { finish, multiEdit, read } from './support/calls.ts'
import { changesOnly } from './support/judge.ts'
import { withFile } from './support/mutate-result.ts'
import { readImage } from './support/read-image.ts'
import { testsPass } from './support/run-tests.ts'
import type { Task } from './support/task.ts'

const SOURCE = 'src/states.ts'

const HIDDEN = block`
  import assert from 'node:assert/strict'
  import { test } from 'node:test'
  import { canMove } from '../src/states.ts'

  const STATES = ['draft', 'review', 'published', 'archived'] as const

  test('an article moves along the arrows, and no other way', () => {
    const ways = STATES.flatMap((from) => STATES.filter((to) => canMove(from, to)).map((to) => \`\${from} \${to}\`))
    assert.deepEqual(ways.toSorted(), [
      'draft archived',
      'draft review',
      'published archived',
      'review draft',
      'review published',
    ])
  })
  `

export const followADiagram: Task = {
  name: 'follow-a-diagram',
  category: 'images',
  provider: 'google',
  prompts: [
    'docs/states.png has the ways that an article can go. The table in src/states.ts differs from it. Correct the table.',
  ],
  files: {
    'package.json': `${JSON.stringify({ name: 'articles', type: 'module', scripts: { test: 'node --test' } }, null, 2)}\n`,
    'docs/states.png': readImage('states.png'),
    [SOURCE]: block`
      export type State = 'draft' | 'review' | 'published' | 'archived'

      /** As in docs/states.png. */
      const NEXT: Readonly<Record<State, readonly State[]>> = {
        draft: ['review'],
        review: ['published', 'archived'],
        published: ['draft', 'archived'],
        archived: [],
      }

      export const canMove = (from: State, to: State): boolean => NEXT[from].includes(to)
      `,
    'test/states.test.ts': block`
      import assert from 'node:assert/strict'
      import { test } from 'node:test'
      import { canMove } from '../src/states.ts'

      test('what is archived stays so', () => {
        assert.equal(canMove('archived', 'draft'), false)
      })
      `,
  },
  script: [
    [read('docs/states.png'), read(SOURCE)],
    [
      multiEdit(
        SOURCE,
        ["draft: ['review']", "draft: ['review', 'archived']"],
        ["review: ['published', 'archived']", "review: ['draft', 'published']"],
        ["published: ['draft', 'archived']", "published: ['archived']"],
      ),
    ],
    [finish('Let articles go the ways of the diagram', 'The table has the five arrows of docs/states.png.')],
  ],
  async check(work) {
    changesOnly(work, (path) => path === SOURCE || path.startsWith('test/'))
    await testsPass({ ...work.after, 'test/hidden.test.ts': HIDDEN })
  },
  mistakes: {
    'an arrow goes the other way': (work) =>
      withFile(work, SOURCE, (text) => text.replace("published: ['archived']", "published: ['review']")),
    'an arrow is missing': (work) =>
      withFile(work, SOURCE, (text) => text.replace("['review', 'archived']", "['review']")),
  },
}
