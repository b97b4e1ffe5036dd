import { expect, test } from 'vitest'
import { listMerged } from '../../src/cli/eval/merged-pulls.ts'
import type { Gh } from '../../src/cli/init/gh.ts'

const text = (number: number, more: object = {}) => ({
  ...{ number, title: `Title ${number}`, body: `Body ${number}`, createdAt: '2026-03-01T10:00:00Z' },
  ...{ lastEditedAt: null, author: { login: 'ana' }, ...more },
})

const issue = (number: number, more: object = {}) => ({
  ...text(number, more),
  repository: { nameWithOwner: 'Acme/Widgets' },
})

const pull = (number: number, issues: readonly object[] = [], more: object = {}) => ({
  ...text(number),
  ...{
    mergedAt: '2026-03-02T10:00:00Z',
    additions: 5,
    deletions: 2,
    changedFiles: 3,
    commits: { totalCount: 4 },
  },
  ...{ mergeCommit: { oid: 'a'.repeat(40) }, closingIssuesReferences: { nodes: issues }, ...more },
})

/** Answers each request with the next page. */
function gh(...pages: readonly (readonly object[])[]) {
  const asked: unknown[] = []
  const call: Gh['call'] = async (_method, _path, body) => {
    asked.push(body && 'variables' in body ? body.variables : null)
    const nodes = pages[asked.length - 1] ?? []
    const pageInfo = { hasNextPage: asked.length < pages.length, endCursor: `cursor-${asked.length}` }
    return {
      status: 200,
      headers: new Map(),
      body: { data: { repository: { pullRequests: { nodes, pageInfo } } } },
    }
  }
  const setSecret = () => Promise.reject(new Error('nothing is stored'))
  return { asked, gh: { host: 'github.com', tokenVariable: null, call, setSecret } }
}

const asked = async (node: object) => (await listMerged(gh([node]).gh, 'acme/widgets', 10))[0]?.asked

test('a pull request is known by its numbers', async () => {
  const [found] = await listMerged(gh([pull(7)]).gh, 'acme/widgets', 10)
  expect(found).toEqual({
    ...{ number: 7, title: 'Title 7', mergedAt: '2026-03-02T10:00:00Z', mergeCommit: 'a'.repeat(40) },
    ...{ commits: 4, additions: 5, deletions: 2, changedFiles: 3 },
    asked: {
      ...{
        from: 'description',
        number: 7,
        title: 'Title 7',
        body: 'Body 7',
        author: 'ana',
        editedLater: false,
      },
    },
  })
})

test.each([
  ['the one issue that it closes', pull(7, [issue(5)]), { from: 'issue', number: 5, body: 'Body 5' }],
  ['its description, if it closes two', pull(7, [issue(5), issue(6)]), { from: 'description', number: 7 }],
  [
    'its description, if the issue is of another repository',
    pull(7, [{ ...issue(5), repository: { nameWithOwner: 'acme/other' } }]),
    { from: 'description', number: 7 },
  ],
  ['a text whose author is gone', pull(7, [issue(5, { author: null })]), { author: 'ghost' }],
  [
    'a text that was edited before the pull request was opened',
    pull(7, [issue(5, { lastEditedAt: '2026-02-28T10:00:00Z' })]),
    { editedLater: false },
  ],
  [
    'a text that was edited after it was opened',
    pull(7, [issue(5, { lastEditedAt: '2026-03-01T10:00:01Z' })]),
    { editedLater: true },
  ],
])('the agent is asked for %s', async (_, node, expected) => {
  expect(await asked(node)).toMatchObject(expected)
})

test('a pull request whose commit is gone is left out', async () => {
  expect(await listMerged(gh([pull(7, [], { mergeCommit: null })]).gh, 'acme/widgets', 10)).toEqual([])
})

test('pages are asked for until there are enough', async () => {
  const one = Array.from({ length: 50 }, (_, at) => pull(at + 1))
  const many = gh(one, one, one)
  expect(await listMerged(many.gh, 'acme/widgets', 70)).toHaveLength(100)
  expect(many.asked).toMatchObject([
    { owner: 'acme', name: 'widgets', first: 50, after: null },
    { first: 20, after: 'cursor-1' },
  ])
  const few = gh([pull(1)])
  expect(await listMerged(few.gh, 'acme/widgets', 70)).toHaveLength(1)
  expect(few.asked).toHaveLength(1)
})

test('an error of GitHub is passed on', async () => {
  const call: Gh['call'] = async () => ({
    ...{ status: 200, headers: new Map() },
    body: { data: { repository: null }, errors: [{ message: 'Something\u001b[2J went wrong' }] },
  })
  await expect(listMerged({ ...gh().gh, call }, 'acme/widgets', 10)).rejects.toThrow(
    'GitHub refuses to list the merged pull requests of acme/widgets: Something [2J went wrong',
  )
})
