import { expect, test } from 'vitest'
import { parseSettings } from '../../src/settings/parse-settings.ts'
import { findExcess, MAX_TOKENS } from '../../src/settings/read-yaml.ts'
import { settingsFile } from '../support/settings-file.ts'

const kindOf = (text: string) => parseSettings(settingsFile(text)).kind

/** A model whose name has this length. */
const model = (length: number): string => `model: anthropic/${'m'.repeat(length - 'anthropic/'.length)}`

test.each<[string, number, (count: number) => string]>([
  ['a base', 255, (count) => `base: ${'b'.repeat(count)}`],
  ['a model', 200, model],
  ['a path to allow', 300, (count) => `paths: { allow: [${'p'.repeat(count)}] }`],
  ['a path to unprotect', 300, (count) => `paths: { unprotect: [${'p'.repeat(count)}] }`],
  ['an instruction file', 300, (count) => `instructions: [${'p'.repeat(count)}]`],
  [
    'the prompt of a watched repository',
    10_000,
    (count) => `watch: [{ repository: a/b, prompt: ${'p'.repeat(count)} }]`,
  ],
  ['the quiet time', 1440, (count) => `watch: [{ repository: a/b, prompt: p, quiet-minutes: ${count} }]`],
  [
    'the watched repositories',
    20,
    (count) => `watch: [${Array(count).fill('{ repository: a/b, prompt: p }').join(', ')}]`,
  ],
  ['the readers', 20, (count) => `readers: [${Array(count).fill('a/b').join(', ')}]`],
  ['a command', 4000, (count) => `checks: [${'c'.repeat(count)}]`],
  ['a command of a map', 4000, (count) => `checks: [{ run: ${'c'.repeat(count)} }]`],
  ['the name of a command', 100, (count) => `checks: [{ run: a, name: ${'n'.repeat(count)} }]`],
  ['the minutes of a command', 60, (count) => `checks: [{ run: a, timeout-minutes: ${count} }]`],
  ['the paths to unprotect', 200, (count) => `paths: { unprotect: [${Array(count).fill('a').join(', ')}] }`],
  ['the setup commands', 20, (count) => `checks: [a]\nsetup: [${Array(count).fill('a').join(', ')}]`],
])('%s may have %i and no more', (_, most, text) => {
  expect(kindOf(text(most))).toBe('valid')
  expect(kindOf(text(most + 1))).toBe('invalid')
})

test('a file has at most 65,536 bytes', () => {
  const comment = (bytes: number) => `# ${'x'.repeat(bytes - 2)}`
  expect(kindOf(comment(65_536))).toBe('valid')
  expect(kindOf(comment(65_537))).toBe('invalid')
})

test('a key of 64 characters may belong to a later version, a longer one may not', () => {
  expect(kindOf(`${'l'.repeat(64)}: 1`)).toBe('valid')
  expect(kindOf(`${'l'.repeat(65)}: 1`)).toBe('invalid')
})

test('two edits from a setting are a mistake, three a setting of a later version', () => {
  expect(kindOf('instructio: [a]')).toBe('invalid')
  expect(kindOf('instructi: [a]')).toBe('valid')
})

test('a text has at most 8,000 YAML tokens', () => {
  const tokens = (count: number) => findExcess('', () => Array<string>(count).fill('a'))
  expect(MAX_TOKENS).toBe(8_000)
  expect(tokens(8_000)).toBeNull()
  expect(tokens(8_001)).toBe('the file has more than 8,000 YAML tokens')
})

test('nesting in flow and in block style has 16 levels', () => {
  expect(findExcess(`${'['.repeat(16)}${']'.repeat(16)}`)).toBeNull()
  expect(findExcess(`${'['.repeat(17)}${']'.repeat(17)}`)).toBe('the file nests deeper than 16 levels')
  expect(findExcess(`${'- '.repeat(16)}a`)).toBeNull()
  expect(findExcess(`${'- '.repeat(17)}a`)).toBe('the file nests deeper than 16 levels')
})
