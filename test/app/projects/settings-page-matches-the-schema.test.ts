import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { ProjectConfig, parseProjectConfig } from '../../../src/app/projects/project-config.ts'
import { CHECKS_KEYS } from '../../../src/contract/checks.ts'
import { PUBLISH_KEYS } from '../../../src/contract/publish-keys.ts'

const page = readFileSync(new URL('../../../docs/settings.md', import.meta.url), 'utf8')
const sample = /```yaml\n([\s\S]*?)```/.exec(page)?.[1] ?? ''
const keysOfSample = Object.keys(z.record(z.string(), z.unknown()).parse(parse(sample)))
const documented = [...page.matchAll(/^\| (`[a-z].*?) \| .* \|$/gm)].flatMap(([, names = '']) =>
  names.split(', ').map((name) => name.replaceAll('`', '')),
)

const kebabCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** The fields of the parsed config that the other two lists of keys do not produce. */
const PRODUCED = ['allowed-paths', 'unprotected-paths', 'max-files', 'max-bytes', 'instructions', 'checks']
const serverKeys = Object.keys(ProjectConfig.shape)
  .map(kebabCase)
  .filter((key) => !PRODUCED.includes(key))

test('the sample has every key, and the server accepts it', () => {
  expect(keysOfSample.sort()).toEqual(
    [...serverKeys, ...Object.keys(PUBLISH_KEYS), ...Object.keys(CHECKS_KEYS)].sort(),
  )
  expect(parseProjectConfig(sample)).toMatchObject({ kind: 'valid' })
})

test('the table has every key of the sample', () => {
  const topLevel = new Set(documented.map((key) => key.split('.')[0]))
  expect([...topLevel].sort()).toEqual(keysOfSample.sort())
})

test('a value beyond the documented range is refused', () => {
  for (const text of [
    'limits: { steps: 1001 }',
    'limits: { minutes: 361 }',
    'limits: { cost-usd: 1001 }',
    'limits: { tokens: 999 }',
    'limits: { tokens: 1000000001 }',
    'max-files: 10001',
    'max-bytes: 100000001',
    `instructions: [${Array.from({ length: 21 }, (_, at) => `a${at}.md`)}]`,
  ]) {
    expect([text, parseProjectConfig(text).kind]).toEqual([text, 'invalid'])
  }
})

test('the defaults are those of an empty file', () => {
  const read = parseProjectConfig(null)
  if (read.kind === 'invalid') throw new Error(read.detail)
  const { maxFiles, maxBytes, instructions } = read.config
  expect(page).toContain(`| \`max-files\` | 1 to 10,000 | ${maxFiles} |`)
  expect(page).toContain(`| \`max-bytes\` | 1 to 100,000,000 | ${maxBytes.toLocaleString('en')} |`)
  for (const path of instructions) expect(page).toContain(`\`${path}\``)
})
