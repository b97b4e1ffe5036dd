import { expect, test } from 'vitest'
import { logLine } from '../../../../src/action/log/log.ts'
import { decodeText, guessEncoding } from '../../../../src/action/text/encoding/decode-text.ts'
import { compileGlob, parseEditorConfig } from '../../../../src/action/text/encoding/editorconfig.ts'

const braces = (count: number): string =>
  `{${Array.from({ length: count }, (_, at) => `f${at}`).join(',')}}.txt`

test('a glob may have 64 choices; with more, it is taken literally', () => {
  expect(compileGlob(braces(64))('f63.txt')).toBe(true)
  expect(compileGlob(braces(65))('f63.txt')).toBe(false)
  expect(compileGlob(braces(65))(braces(65))).toBe(true)
})

test('a range may have 32 numbers; with more, it is taken literally', () => {
  expect([0, 31].map((at) => compileGlob('f{0..31}')(`f${at}`))).toEqual([true, true])
  expect(compileGlob('f{0..32}')('f5')).toBe(false)
  expect(compileGlob('f{0..32}')('f{0..32}')).toBe(true)
  expect(compileGlob('f{5..-26}')('f-26')).toBe(true)
  expect(compileGlob('f{5..-27}')('f-27')).toBe(false)
})

test('a line of .editorconfig may have 4,096 characters; a longer one is ignored', () => {
  const charset = (length: number) => {
    const section = `[${'x'.repeat(length - 6)}.txt]`
    expect(section).toHaveLength(length)
    return parseEditorConfig(`${section}\ncharset = latin1\n`).charsetOf(`${'x'.repeat(length - 6)}.txt`)
  }
  expect(charset(4096)).toBe('latin1')
  expect(charset(4097)).toBeNull()
})

test('a zero in the first 8,192 characters makes a file binary, a later one does not', async () => {
  const read = async (at: number) =>
    (await decodeText(Buffer.from(`${'x'.repeat(at)}\0y`), async () => null)).ok
  expect([await read(8191), await read(8192)]).toEqual([false, true])
})

test('the guess uses the first 65,536 bytes of lines that are not ASCII', async () => {
  // Greek in ISO 8859-7, then bytes that only windows-1252 has.
  const greek = Buffer.from('e5ebebe7edf9f2f220eae1ebe7ecddf1e120f3e1f2200a', 'hex')
  const lines = (count: number) => Buffer.concat(Array.from({ length: count }, () => greek))
  const enough = Math.ceil(65_536 / greek.length)
  const other = Buffer.alloc(greek.length * enough, 0x8d)
  const guess = async (count: number) => (await guessEncoding(Buffer.concat([lines(count), other]))).name
  const alone = (await guessEncoding(lines(enough))).name
  expect(await guess(enough)).toBe(alone)
  expect(await guess(1)).not.toBe(alone)
})

test('a line of the log has at most 1,000 characters', () => {
  expect(logLine('x'.repeat(1000))).toBe('x'.repeat(1000))
  expect(logLine('x'.repeat(1001))).toBe('x'.repeat(1000))
})
