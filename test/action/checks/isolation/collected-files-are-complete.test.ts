import { expect, test } from 'vitest'
import { collectFiles } from '../../../../src/action/checks/isolation/collect-files.ts'
import { cellWith } from '../../../support/action/scripted-unshare.ts'

const signal = new AbortController().signal
const named = { patterns: ['^a$', '^b/.*$'], exact: ['a', 'c'], starts: ['a', 'b'] }

/** What is made of this output of the reader, in the form of `printf`. */
async function collectFrom(printed: string, { begun = 'begun', code = 0, until = signal } = {}) {
  const cell = await cellWith(`printf '${begun}' >"$BEGUN"; printf '${printed}'; exit ${code}`)
  return collectFiles(cell, named, until)
}

const INCOMPLETE = { kind: 'failed', why: 'The files could not be read. Name fewer of them.' }
const ALL = 'plain 1\\0a\\0xend 2\\0all\\0'

test('files are those that the reader printed', async () => {
  expect(await collectFrom(ALL)).toEqual({
    kind: 'collected',
    files: [{ kind: 'file', path: 'a', executable: false, bytes: Buffer.from('x') }],
  })
})

test('the reader gets the names and the limits, and no variable of this process', async () => {
  const cell = await cellWith(`printf begun >"$BEGUN"; printf '${ALL}'`)
  await collectFiles(cell, named, signal)
  const words = await cell.words()
  expect(words).toContain('exec /usr/bin/perl -e "$COLLECT_SCRIPT" 2>/dev/null')
  const [path, script, ...rest] = words.slice(words.indexOf('environment') + 1, -1)
  expect(path).toBe('PATH=/usr/bin:/bin')
  expect(script).toMatch(/^COLLECT_SCRIPT=\n.*finish\('all'\);\n$/s)
  expect(rest).toEqual([
    ...['PATTERNS=^a$\n^b/.*$', 'EXACT=a\nc', 'STARTS=a\nb'],
    ...['MOST_ENTRIES=500000', 'MOST_FILES=1000', 'MOST_BYTES=33554432', 'MOST_FILE_BYTES=16777216'],
  ])
})

test.each([
  ['entries', 'The project has more than 500000 files then, and was not searched to the end.'],
  ['files', 'More than 1000 of the files that keep names have changed. Name fewer.'],
  ['bytes', 'The files that keep names have more than 33554432 bytes together. Name fewer.'],
])('a reader that found too many %s says so', async (end, why) => {
  expect(await collectFrom(`end 0\\0${end}\\0`)).toEqual({
    kind: 'failed',
    why: expect.stringContaining(why),
  })
})

test.each([
  ['an output without its end', 'plain 1\\0a\\0x'],
  ['an end that is not known', 'end 2\\0other\\0'],
  ['a start that was not searched', 'end 1\\0all\\0'],
])('%s passes for no complete list', async (_, printed) => {
  expect(await collectFrom(printed)).toEqual(INCOMPLETE)
})

test('a reader that failed or was stopped has read nothing', async () => {
  expect(await collectFrom(ALL, { code: 1 })).toEqual(INCOMPLETE)
  expect(await collectFrom(ALL, { until: AbortSignal.abort() })).toEqual(INCOMPLETE)
  expect(await collectFrom('', { begun: '' })).toEqual({
    kind: 'failed',
    why: 'It could not be isolated: it ended with exit code 0.',
  })
})
