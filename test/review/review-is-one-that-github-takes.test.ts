import { expect, test } from 'vitest'
import type { Finding } from '../../src/contract/review.ts'
import { composeReview, type ReviewParts } from '../../src/review/compose-review.ts'

const PATCH = `@@ -1,3 +1,4 @@ function hello() {
 one
-two
+TWO
+three
 four
@@ -20,2 +21,2 @@
 twenty
-old
+new
\\ No newline at end of file`

const FILE = { path: 'src/a.ts', previousPath: null, status: 'modified', patch: PATCH }

const compose = (findings: readonly Finding[], over: Partial<ReviewParts> = {}) =>
  composeReview({
    summary: 'It adds a greeting.',
    findings,
    files: [FILE],
    said: { comments: [], reviews: [] },
    repositoryUrl: 'https://github.com/acme/docs',
    marker: '<!-- prentice:review job_1 1 -->',
    ...over,
  })

const finding = (over: Partial<Finding> = {}): Finding => ({
  path: 'src/a.ts',
  line: 2,
  text: 'It shouts.',
  ...over,
})

test('a finding on a line of the diff is a comment there, with its suggestion', () => {
  const { body, comments } = compose([
    finding({ suggestion: 'two' }),
    finding({ startLine: 2, line: 3, text: 'Both.', suggestion: 'a\nb\nc\n' }),
    finding({ line: 22, text: 'The last line.' }),
  ])
  expect(comments).toEqual([
    { path: 'src/a.ts', line: 2, body: 'It shouts.\n\n```suggestion\ntwo\n```' },
    { path: 'src/a.ts', startLine: 2, line: 3, body: 'Both.\n\n```suggestion\na\nb\nc\n```' },
    { path: 'src/a.ts', line: 22, body: 'The last line.' },
  ])
  expect(body).toBe('It adds a greeting.\n\n<!-- prentice:review job_1 1 -->')
})

test.each<[string, Partial<Finding>]>([
  ['between two hunks', { line: 10 }],
  ['after the end of the file', { line: 23 }],
  ['before the first line of the hunk', { line: 20 }],
  ['in a file that the pull request does not change', { path: 'src/b.ts' }],
])('a finding on a line %s is in the text of the review', (_, over) => {
  const { body, comments } = compose([finding({ ...over, suggestion: 'x' })])
  expect(comments).toEqual([])
  const { path, line } = finding(over)
  expect(body).toContain(
    `**On lines that the diff does not show:**\n\n**\`${path}\`, line ${line}**\n\nIt shouts.`,
  )
  expect(body).not.toContain('suggestion')
})

test('a file without a patch, because it is binary or too large, takes no comment', () => {
  const { body, comments } = compose([finding()], { files: [{ ...FILE, patch: null }] })
  expect(comments).toEqual([])
  expect(body).toContain('It shouts.')
})

test.each<[string, Partial<Finding>]>([
  ['equals the last one', { startLine: 2 }],
  ['follows the last one', { startLine: 3 }],
  ['is in another hunk', { startLine: 3, line: 22 }],
  ['is in no hunk', { startLine: 12, line: 22 }],
])('a first line that %s is left out, since GitHub refuses it', (_, over) => {
  const { comments } = compose([finding(over)])
  expect(comments).toEqual([{ path: 'src/a.ts', line: over.line ?? 2, body: 'It shouts.' }])
})

test.each<[string, Partial<Finding>]>([
  ['changes nothing', { suggestion: 'TWO' }],
  ['repeats the line before', { suggestion: 'one\ntwo' }],
  ['repeats the line after', { suggestion: 'two\nthree' }],
  ['would replace other lines than it says', { startLine: 12, suggestion: 'two' }],
  ['hides characters', { suggestion: 'tw\u202eo' }],
  ['commands a bot', { suggestion: '/approve' }],
])('a suggestion that %s is left out', (_, over) => {
  const { comments } = compose([finding(over)])
  expect(comments).toEqual([{ path: 'src/a.ts', line: 2, body: 'It shouts.' }])
})

test('a suggestion keeps its indentation, may delete lines, and cannot leave its fence', () => {
  const { comments } = compose([
    finding({ text: 'A', suggestion: '\t\ttwo' }),
    finding({ text: 'B', suggestion: '' }),
    finding({ text: 'C', suggestion: '```\ncode\n```' }),
  ])
  expect(comments.map(({ body }) => body)).toEqual([
    'A\n\n```suggestion\n\t\ttwo\n```',
    'B\n\n```suggestion\n```',
    'C\n\n````suggestion\n```\ncode\n```\n````',
  ])
})

test('an open fence in a text does not swallow the suggestion, and a fence of a text is no suggestion', () => {
  const [open, own] = compose([
    finding({ text: 'Like this:\n```ts\nx', suggestion: 'two' }),
    finding({ text: 'Or:\n```suggestion\nrm -rf\n```' }),
  ]).comments
  expect(open?.body).toBe('Like this:\n```ts\nx\n```\n\n```suggestion\ntwo\n```')
  expect(own?.body).toBe('Or:\n```\u200bsuggestion\nrm -rf\n```')
})

test('no text contains anything that GitHub would act on', () => {
  const { body, comments } = compose(
    [finding({ text: 'Ask @ana, closes #1' }), finding({ path: 'x`@bob`\n#2', line: 9 })],
    { summary: '![x](https://evil.example) <!-- hidden -->' },
  )
  const all = [body, ...comments.map((comment) => comment.body)].join('\n')
  for (const active of ['@ana', '@bob', '#1', '#2', '![x](', 'https://evil'])
    expect(all).not.toContain(active)
  expect(body.match(/<!--/g)).toHaveLength(1)
})

test('a finding that this review or an earlier one already contains is not repeated', () => {
  const first = compose([finding({ suggestion: 'two' }), finding({ line: 10 })])
  const said = {
    comments: first.comments.map(({ path, line, body }) => ({
      ...{ path, line },
      body: body.replaceAll('\n', '\r\n'),
    })),
    reviews: [{ body: first.body }],
  }
  const again = compose([finding(), finding({ line: 10 }), finding({ line: 3 }), finding({ line: 3 })], {
    said,
  })
  expect(again.comments).toEqual([{ path: 'src/a.ts', line: 3, body: 'It shouts.' }])
  expect(again.body).toContain('2 findings of an earlier review are not repeated.')
  expect(again.body).not.toContain('On lines that the diff does not show')
  expect(compose([finding()], { said }).body).toContain('The review found nothing new.')
  expect(compose([]).body).toContain('The review found nothing to change.')
})

test('a confidential summary is only in the job', () => {
  const { body, comments } = compose([finding()], { summary: null })
  expect(body).toBe(
    'The summary stands in the job, because a prompt of the job is confidential.\n\n<!-- prentice:review job_1 1 -->',
  )
  expect(comments).toHaveLength(1)
})

test('the longest review fits into the limits of GitHub', () => {
  const text = '@a '.repeat(666)
  const findings = Array.from({ length: 30 }, (_, at) =>
    finding({ line: 100 + at, path: 'p'.repeat(1000), text }),
  )
  const { body } = compose(findings, { summary: '#1 '.repeat(3300) })
  expect(body.length).toBeLessThan(65_536)
  expect(body).toMatch(/\d+ more findings stand in the job\.\n\n<!--/)
})

test('a patch is read once, however many findings are in it', () => {
  const patch = `@@ -0,0 +1,250000 @@\n${'+\n'.repeat(249_990)}`
  const findings = Array.from({ length: 30 }, (_, at) => finding({ line: 249_000 + at }))
  let reads = 0
  const file = {
    ...FILE,
    get patch() {
      reads += 1
      return patch
    },
  }
  expect(compose(findings, { files: [file] }).comments).toHaveLength(30)
  expect(reads).toBeLessThanOrEqual(2)
})
