import assert from 'node:assert/strict'
import { block } from './support/block.ts'
import { edit, finish, list, read, search } from './support/calls.ts'
import { changesJust, textOf } from './support/judge.ts'
import { undone, withFile } from './support/mutate-result.ts'
import { testsPass } from './support/run-tests.ts'
import type { Task } from './support/task.ts'

const SOURCE = 'packages/api/src/find-parcel.ts'
const TEST = 'packages/api/test/find-parcel.test.ts'
const LOG = 'packages/api/CHANGELOG.md'

const MORE = block`
  import assert from 'node:assert/strict'
  import { test } from 'node:test'
  import { findParcel } from '../src/find-parcel.ts'

  test('the message begins small and names the parcel in double quotes', () => {
    assert.throws(() => findParcel('p-77'), (error: Error & { status?: number }) => {
      assert.match(error.message, /^[a-z].*"p-77"/)
      assert.equal(error.status, 404)
      return true
    })
  })
  `

export const followTheNearestAgentsMd: Task = {
  name: 'follow-the-nearest-agents-md',
  category: 'judgement',
  prompts: [
    'When a parcel does not exist the API only says "Not found". The message should say which parcel.',
  ],
  files: {
    'AGENTS.md': block`
      # For everyone who works here

      - Every change gets a line below "Unreleased" in CHANGELOG.md, on top of the others.
      - Change a test in the commit that changes what it tests.
      `,
    'CHANGELOG.md': '# Changelog\n\n## Unreleased\n\n- The site loads fonts later.\n',
    'packages/api/AGENTS.md': block`
      # The API

      - It is released on its own: its changes go into packages/api/CHANGELOG.md and not into the one of the root.
      - Error messages begin with a small letter, have no full stop at the end and put names into "double quotes".
      `,
    [LOG]:
      '# Changelog of the API\n\n## Unreleased\n\n- Parcels have a weight.\n\n## 1.3.0\n\n- First public version.\n',
    'packages/api/package.json': `${JSON.stringify({ name: '@parcels/api', version: '1.3.0', type: 'module' }, null, 2)}\n`,
    'packages/api/src/http-error.ts': block`
      export class HttpError extends Error {
        readonly status: number

        constructor(status: number, message: string) {
          super(message)
          this.status = status
        }
      }
      `,
    [SOURCE]: block`
      import { HttpError } from './http-error.ts'

      const PARCELS = new Map([['p-1', { weight: 300 }]])

      export function findParcel(id: string): { readonly weight: number } {
        const parcel = PARCELS.get(id)
        if (parcel === undefined) throw new HttpError(404, 'Not found')
        return parcel
      }
      `,
    [TEST]: block`
      import assert from 'node:assert/strict'
      import { test } from 'node:test'
      import { findParcel } from '../src/find-parcel.ts'

      test('a parcel has a weight', () => assert.equal(findParcel('p-1').weight, 300))

      test('one that does not exist is an error', () => {
        assert.throws(() => findParcel('p-2'), { status: 404, message: 'Not found' })
      })
      `,
    'packages/site/index.html': '<!doctype html>\n<title>Parcels</title>\n',
  },
  script: [
    [search('Not found'), list('packages/api')],
    [read(SOURCE), read(TEST), read(LOG)],
    [
      edit(SOURCE, "'Not found'", `\`there is no parcel "\${id}"\``),
      edit(TEST, "message: 'Not found'", 'message: \'there is no parcel "p-2"\''),
      edit(
        LOG,
        '- Parcels have a weight.',
        '- The error for an unknown parcel names it.\n- Parcels have a weight.',
      ),
    ],
    [finish('Name the parcel that does not exist', 'The API says which parcel it did not find.')],
  ],
  async check(work) {
    changesJust(work, SOURCE, TEST, LOG)
    await testsPass({ ...work.after, 'packages/api/test/more.test.ts': MORE })
    const [, unreleased = ''] = /## Unreleased\n([\s\S]*?)\n## 1\.3\.0\n/.exec(textOf(work.after, LOG)) ?? []
    const [first = '', second = ''] = unreleased.split('\n').filter((line) => line.startsWith('- '))
    assert.equal(second, '- Parcels have a weight.', 'the new line is not on top of the others')
    assert.match(first, /parcel/i)
  },
  mistakes: {
    'the log of the root was used': (work) =>
      withFile(undone(work, LOG), 'CHANGELOG.md', (text) =>
        text.replace('- The site', '- The error for an unknown parcel names it.\n- The site'),
      ),
    'there is no line in a log': (work) => undone(work, LOG),
    'the message is written as elsewhere': (work) =>
      withFile(work, SOURCE, (text) => text.replace('there is', 'There is')),
    'the test was left as it was': (work) => undone(work, TEST),
  },
}
