import { expect, test } from 'vitest'
import { createDelimiters, delimitPrompt } from '../../../src/action/agent/prompt/delimiters.ts'
import { fitRoot } from '../../../src/action/agent/prompt/instruction-files.ts'
import { outputLengthFor, readLengthFor, shareFor } from '../../../src/action/agent/prompt/window-share.ts'
import { createDiffReviewer } from '../../../src/action/agent/review/diff-reviewer.ts'
import { finishFromText } from '../../../src/action/agent/tools/finish.ts'

test('a prompt of 20,000 characters is in the conversation, a longer one in a file', () => {
  const delimit = (length: number) =>
    delimitPrompt({ number: 1, text: 'x '.repeat(length).slice(0, length) }, createDelimiters('n0'))
  expect(delimit(20_000)).not.toContain('left out here')
  expect(delimit(20_001)).toContain('[16001 characters left out here. The whole prompt is in /prompts/1.txt')
})

test('20 changed files are described; the 21st is only counted', async () => {
  const describe = async (count: number) => {
    const files = Array.from({ length: count }, (_, at) => ({
      ...{ path: `f${at}`, kind: 'modified' as const, additions: 1, deletions: 0, addedLines: [] },
    }))
    return (await createDiffReviewer(async () => files).describeNewChanges())?.split('\n').slice(19)
  }
  expect(await describe(20)).toEqual(['f19 | +1 -0', '20 files changed, +20 -0'])
  expect(await describe(21)).toEqual(['f19 | +1 -0', 'and 1 more', '21 files changed, +21 -0'])
})

test('a window of 128,000 tokens has room for everything, one of 4,000 or less for the least', () => {
  expect(shareFor(128_000)).toBe(1)
  expect(shareFor(127_999)).toBeLessThan(1)
  expect(shareFor(4000)).toBe(1000 / 94_000)
  expect(shareFor(3999)).toBe(shareFor(4000))
  expect(shareFor(4001)).toBeGreaterThan(shareFor(4000))
})

test('the output of a tool has at most 30,000 characters, and at most half of the window', () => {
  expect([59_998, 60_000, 60_002].map(outputLengthFor)).toEqual([29_999, 30_000, 30_000])
  expect(readLengthFor(60_000)).toBe(28_000)
})

test('instruction files of the root get 24,000 characters, and less than 500 of a file is not shown', () => {
  const lengths = (...given: readonly number[]) =>
    fitRoot(
      given.map((length, at) => ({ path: `${at}.md`, text: 'x '.repeat(length).slice(0, length) })),
      1,
    ).map(({ text }) => text.length)
  expect(lengths(24_000, 1)).toEqual([24_000])
  expect(lengths(23_500, 500)).toEqual([23_500, 500])
  expect(lengths(23_501, 1)).toEqual([23_501])
})

test('a title taken from a text has at most 72 characters', () => {
  const titleOf = (length: number) =>
    finishFromText('x '.repeat(length).slice(0, length), { confidential: false }).title
  expect(titleOf(71)).toHaveLength(71)
  expect(titleOf(73)).toBe(`${'x '.repeat(35)}x…`)
  expect(finishFromText(`${'x '.repeat(35)}xy`, { confidential: false }).title).toHaveLength(72)
})
