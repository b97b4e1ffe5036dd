import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { drawDiff, drawHunks, planDiff } from '../../../../../src/app/http/dashboard/job/draw-diff.ts'
import { splitPatch, writePatch } from '../../../../../src/app/http/dashboard/job/patch.ts'
import { countTurns } from '../../../../support/count-turns.ts'

const fileOf = (path: string, lines: number, line = '+x'): string =>
  `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n@@ -0,0 +1,${lines} @@\n${`${line}\n`.repeat(lines)}`

test('a patch is split into files with their paths and counts', async () => {
  const patch = writePatch([
    { path: 'a b/c.ts', previousPath: null, status: 'modified', patch: '@@ -1,2 +1,2 @@\n-one\n+two\n same' },
    { path: 'new.ts', previousPath: 'old.ts', status: 'renamed', patch: null },
    { path: 'gone.ts', previousPath: null, status: 'removed', patch: '@@ -1 +0,0 @@\n--- a/x' },
    { path: 'made.ts', previousPath: null, status: 'added', patch: '@@ -0,0 +1 @@\n+diff --git a/x b/x' },
    { path: 'line\nbreak"é.ts', previousPath: null, status: 'modified', patch: '@@ -1 +1 @@\n-a\n+b' },
    { path: 'logo.png', previousPath: null, status: 'modified', patch: null },
  ])
  expect(
    (await splitPatch(patch)).map(({ path, additions, deletions }) => [path, additions, deletions]),
  ).toEqual([
    ['a b/c.ts', 1, 1],
    ['new.ts', 0, 0],
    ['gone.ts', 0, 1],
    ['made.ts', 1, 0],
    ['line\nbreak"é.ts', 1, 1],
    ['logo.png', 0, 0],
  ])
})

test('quoted names of git are read', async () => {
  const [file] = await splitPatch(
    'diff --git "a/\\303\\251\\t.ts" "b/\\303\\251\\t.ts"\n--- "a/\\303\\251\\t.ts"\n+++ "b/\\303\\251\\t.ts"\n@@ -1 +1 @@\n-a\n+b\n',
  )
  expect(file?.path).toBe('é\t.ts')
})

const HOSTILE = 'diff --git a/x b/x\n'
const pairs = (count: number, before: string, after: string) =>
  `${HOSTILE}--- a/x\n+++ b/x\n@@ -1,${count} +1,${count} @@\n${`-${before}\n`.repeat(count)}${`+${after}\n`.repeat(count)}`

const rowsOf = async (text: string): Promise<string> => String((await drawHunks(text)).rows)

const UNUSUAL = ['dir\\a.ts', 'ends\\', 'line\nbreak.ts', 'tab\t.ts', '"quoted".ts', 'é 日本.ts', ' spaces ']

test.each(UNUSUAL)('a file with the name %j has its name and lines in a list of GitHub', async (path) => {
  const changed = { path, previousPath: null, status: 'modified', patch: '@@ -1 +1 @@\n-before\n+after' }
  const cases = [
    changed,
    { ...changed, status: 'added', patch: '@@ -0,0 +1 @@\n+after' },
    { ...changed, status: 'removed', patch: '@@ -1 +0,0 @@\n-before' },
    { ...changed, status: 'renamed', previousPath: 'old\\name "x".ts' },
  ]
  const files = await splitPatch(writePatch(cases))
  expect(files.map((file) => file.path)).toEqual(cases.map(() => path))
  for (const { text } of files) expect(await rowsOf(text)).toMatch(/before|after/)
})

test('files with these names have them, and their lines, in a patch of git', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'prentice-names-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  const git = (...args: string[]) => execFileSync('git', args, { cwd: directory, encoding: 'utf8' })
  git('init', '--quiet')
  for (const path of UNUSUAL) await writeFile(join(directory, path), 'after\n')
  git('add', '--all')
  const files = await splitPatch(git('diff', '--cached', '--binary', '--full-index'))
  expect(files.map(({ path }) => path).toSorted()).toEqual(UNUSUAL.toSorted())
  for (const { text } of files) expect(await rowsOf(text)).toContain('after')
})

test('a text that is not a patch has no files', async () => {
  expect(await splitPatch('')).toEqual([])
  expect(await splitPatch('hello\nworld\n')).toEqual([])
})

test.each([
  '+<script>alert(1)</script>',
  '+<img src=x onerror=alert(1)>',
  `+" onclick="alert(1)`,
  '-<b>\n+<i>',
  '--- a/x\n+++ b/x',
])('a changed line is text: %j', async (lines) => {
  const rows = await rowsOf(`diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,9 +1,9 @@\n${lines}\n`)
  expect(rows).not.toMatch(/<(?!\/?(?:tr|td|span|ins|del)[\s>])/)
  expect(rows).not.toMatch(/<[^>]*onclick/)
})

test('changed words are marked, in lines of usual length', async () => {
  const draw = (before: string, after: string) =>
    rowsOf(`diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-${before}\n+${after}\n`)
  expect(await draw('say hello', 'say goodbye')).toContain('<ins>goodbye</ins>')
  expect(await draw('a '.repeat(400), 'b '.repeat(400))).not.toContain('<ins>')
})

test('large files are folded, and the rest once a page has enough', async () => {
  const small = Array.from({ length: 10 }, (_, i) => fileOf(`small-${i}.ts`, 300)).join('')
  const plan = planDiff(
    await splitPatch(fileOf('big.ts', 5_000) + fileOf('wide.ts', 1, `+${'y'.repeat(70_000)}`) + small),
  )
  expect(plan.map(({ isFolded }) => isFolded)).toEqual([
    true,
    true,
    ...Array(6).fill(false),
    ...Array(4).fill(true),
  ])
})

test('a file of any size is drawn up to 2,000 lines', async () => {
  const { rows, isCut } = await drawHunks(fileOf('big.ts', 200_000))
  expect(isCut).toBe(true)
  expect(String(rows).match(/<tr/g)?.length).toBeLessThanOrEqual(2_000)
  expect((await drawHunks(fileOf('one.ts', 1, `+${'z'.repeat(5_000_000)}`))).isCut).toBe(true)
})

test.each([
  ['changed lines that are compared', pairs(990, 'a b '.repeat(60), 'a c '.repeat(60))],
  ['added lines', `${HOSTILE}@@ -0,0 +1,1980 @@\n${`+${'&'.repeat(250)}\n`.repeat(1980)}`],
  ['hunks', `${HOSTILE}${`@@ -1 +1 @@ ${'<'.repeat(600)}\n-a\n+b\n`.repeat(600)}`],
])('the largest file that is drawn lets other work run: %s', async (_, text) => {
  const { value, turns } = await countTurns(() => drawHunks(text))
  expect(String(value.rows).match(/<tr/g)?.length).toBeGreaterThan(1_700)
  expect(turns).toBeGreaterThanOrEqual(15)
})

test('a patch of 10 MiB lets other work run', async () => {
  const patch = Array.from({ length: 45 }, (_, i) => fileOf(`f${i}.ts`, 8_000, `+${'w'.repeat(30)}`)).join('')
  let turns = 0
  let isOver = false
  const count = () => {
    turns++
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  expect(await splitPatch(patch)).toHaveLength(45)
  isOver = true
  expect(patch.length).toBeGreaterThan(10 * 1024 * 1024)
  expect(turns).toBeGreaterThan(5)
})

// The parser reads some lines again and again: the time grows with the square of a line.
test('a line reaches the parser and the page up to 2,000 characters', async () => {
  const drawn = await rowsOf(fileOf('one.ts', 2, `+${'z'.repeat(2_001)}`))
  expect(drawn.match(/z+…/g)).toEqual(Array(2).fill(`${'z'.repeat(1_999)}…`))
  expect(await rowsOf(`${HOSTILE}Binary files ${' and '.repeat(20_000)}`)).toBe('')
})

// A comparison takes time with the square of the words that differ.
test('words are compared until the squares of what differs are 200,000', async () => {
  const line = (word: string) => `${'same'.repeat(45)}${` ${word}`.repeat(50)}`
  // A word and a space, 50 times, in both lines: 200 squared.
  const drawn = await rowsOf(pairs(20, line('a'), line('b')))
  expect(drawn.match(/<tr class="insert">.*?<\/tr>/gs)?.filter((row) => row.includes('<ins>'))).toHaveLength(
    5,
  )
  expect(await rowsOf(pairs(990, '.,;:!?'.repeat(49), '<>&@#$'.repeat(49)))).not.toContain('<ins>')
})

test('words are compared in 400 pairs of lines', async () => {
  const drawn = await rowsOf(pairs(400, 'const one = first(a, b)', 'const one = second(a, b)'))
  expect(drawn.match(/<ins>second<\/ins>/g)).toHaveLength(400)
})

test('a patch of very many files is shown in part', async () => {
  const view = { nonce: 'n', locale: 'en' } as never
  const files = await splitPatch(HOSTILE.repeat(20_000))
  const drawn = String(await drawDiff(view, files, ({ number }) => `/diff?file=${number}`))
  expect(drawn.match(/<details/g)).toHaveLength(3_000)
  expect(drawn).toContain('17,000')
})

test('words are marked in a line that changed in part, and not in one that was replaced', async () => {
  const drawn = (before: string, after: string) =>
    rowsOf(`diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1 +1 @@\n-${before}\n+${after}\n`)
  expect(await drawn('const greeting = one', 'const greeting = two')).toContain('<ins>two</ins>')
  expect(await drawn('export const greeting = hello', '/** Polite, and right for all */')).not.toContain(
    '<ins>',
  )
})

test.each([
  ['headers of hunks', `@@ broken @@\n`.repeat(2_000)],
  ['headers without counts', `@@\n+x\n`.repeat(1_000)],
  ['more lines than the header says', `@@ -1 +1 @@\n-a\n+b\n+c\n`],
  ['a name at the end', `@@ -1 +1 @@\n-a\n+b\n--- a/x`],
  ['a line without a sign', `@@ -1,2 +1,2 @@\n a\nb\n`],
])('a damaged patch is drawn up to the damage, and writes nothing to the log: %s', async (_, hunks) => {
  const written = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => written.mockRestore())
  const drawn = await drawHunks(`diff --git a/x b/x\n--- a/x\n+++ b/x\n${hunks}`)
  expect(written.mock.calls).toHaveLength(0)
  expect(drawn.isBroken).toBe(true)
  expect(String(drawn.rows)).not.toContain('broken')
})

test('a damaged patch is named, and the other files are shown', async () => {
  const view = { nonce: 'n', locale: 'en' } as never
  const files = await splitPatch(`${HOSTILE}@@ broken @@\n+x\n${fileOf('good.ts', 1)}`)
  const drawn = String(await drawDiff(view, files, ({ number }) => `/diff?file=${number}`))
  expect(drawn.match(/This patch is damaged here/g)).toHaveLength(1)
  expect(drawn).toContain('<tr class="insert">')
})
