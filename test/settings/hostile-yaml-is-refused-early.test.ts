import { expect, test } from 'vitest'
import { Lexer, YAMLParseError } from 'yaml'
import { parseSettings } from '../../src/settings/parse-settings.ts'
import { findExcess, MAX_DEPTH, MAX_TOKENS, readYaml } from '../../src/settings/read-yaml.ts'
import { SETTINGS_LIMIT } from '../../src/settings/settings-files.ts'

const filled = (part: string, before = '', after = ''): string =>
  before + part.repeat(Math.floor((SETTINGS_LIMIT - before.length - after.length) / part.length)) + after

/** Texts of 64 KiB on which a YAML parser without bounds works for seconds, or for minutes. */
const HOSTILE: readonly (readonly [string, string])[] = [
  ['empty sequences as keys', filled('[],', '{', '}')],
  ['empty maps as keys', filled('{},', '{', '}')],
  ['one key again and again', filled('a: 1\n')],
  ['open sequences', filled('[')],
  ['open maps', filled('{a: ')],
  ['sequences in sequences', filled('- ')],
  ['keys of keys', filled('? ')],
  ['an error at each character', filled(',', '[', ']')],
  ['an error at each word', filled('"a" "b" ')],
  ['directives', filled('%A b\n')],
  ['anchors', filled('- &a x\n')],
]

test.each(HOSTILE)('%s: lexing stops at the bound, and nothing is parsed', (_, text) => {
  let tokens = 0
  function* counted(source: string): Iterable<string> {
    for (const token of new Lexer().lex(source)) {
      tokens += 1
      yield token
    }
  }
  expect(findExcess(text, counted)).toMatch(/more than 8,000 YAML tokens|deeper than 16 levels/)
  expect(tokens).toBeLessThanOrEqual(MAX_TOKENS + 1)
  expect(parseSettings([{ path: '.github/prentice.yml', text }])).toMatchObject({ kind: 'invalid' })
})

test('the largest settings that the schema allows stay within the bounds', () => {
  const globs = Array.from({ length: 200 }, (_, i) => `    # why\n    - "docs/part-${i}/**"`).join('\n')
  const commands = Array.from(
    { length: 20 },
    (_, i) => `  - { name: c${i}, run: "npm test", timeout-minutes: 5 }`,
  )
  const text = `paths:\n  allow:\n${globs}\n  unprotect:\n${globs}\nchecks:\n${commands.join('\n')}\nsetup:\n${commands.join('\n')}\n`
  expect(parseSettings([{ path: '.github/prentice.yml', text }])).toMatchObject({ kind: 'valid' })
})

test('nesting up to the bound is read, one level more is refused', () => {
  const nested = (levels: number) => `a: ${'['.repeat(levels)}${']'.repeat(levels)}`
  expect(readYaml(nested(MAX_DEPTH)).kind).toBe('value')
  expect(readYaml(nested(MAX_DEPTH + 1))).toMatchObject({ kind: 'malformed' })
})

test.each([
  ['keys of keys in a map', `a: {${'b: '.repeat(500)}}`],
  ['keys of keys in several lines of a map', `a: {${'b\n: '.repeat(500)}}`],
  ['maps that are keys of keys', `a: [${'{}: '.repeat(500)}]`],
  ['keys of keys after a map', `a: {b: ${'{c: 1}: '.repeat(500)}}`],
  ['sequences in sequences after a bracket too many', `]\n${'- '.repeat(500)}`],
])('%s: nesting without brackets counts, too', (_, text) => {
  expect(findExcess(text)).toBe(`the file nests deeper than ${MAX_DEPTH} levels`)
})

test('a comma, and the next line outside of a collection, begin a new count', () => {
  expect(findExcess(`a: { ${'b: 1, '.repeat(100)} }\n${'c: { d: [e] }\n'.repeat(100)}`)).toBeNull()
})

test('a duplicate key and a key that is no text are named with their lines', () => {
  const yaml = readYaml('base: main\ndraft: true\nbase: next\n[a]: b\n')
  expect(yaml).toMatchObject({
    kind: 'value',
    errors: [
      { at: { line: 3, column: 1 }, message: 'the key `base` is already set above' },
      { at: { line: 4, column: 1 }, message: 'a key must be text' },
    ],
  })
})

test.each([
  ['wrong escapes in one text', filled('\\q', 'a: "', '"'), 32_764],
  ['an error at each token', `a: ${'}'.repeat(MAX_TOKENS - 5)}`, MAX_TOKENS - 5],
])('%s: no error records where it was thrown, and one of each line is told', (_, text, count) => {
  const thrown = observeErrors(() => {
    expect(parseSettings([{ path: '.github/prentice.yml', text }])).toMatchObject({
      kind: 'invalid',
      problems: [expect.stringMatching(/^line 1, column \d+: /)],
    })
  })
  expect(thrown.length).toBeGreaterThanOrEqual(count)
  expect(thrown.filter((stack) => stack.includes('\n'))).toEqual([])
})

/** The stacks of all errors that the parser makes meanwhile. */
function observeErrors(parse: () => void): string[] {
  const stacks: string[] = []
  Object.defineProperty(YAMLParseError.prototype, 'name', {
    configurable: true,
    set(this: Error) {
      stacks.push(String(this.stack))
    },
  })
  try {
    parse()
  } finally {
    Reflect.deleteProperty(YAMLParseError.prototype, 'name')
  }
  return stacks
}
