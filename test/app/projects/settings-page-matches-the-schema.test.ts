import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { parseProjectConfig } from '../../../src/app/projects/parse-project-config.ts'
import { Settings } from '../../../src/settings/schema.ts'
import { settingsFile } from '../../support/settings-file.ts'

const page = readFileSync(new URL('../../../docs/settings.md', import.meta.url), 'utf8')
const sample = /```yaml\n([\s\S]*?)```/.exec(page)?.[1] ?? ''
const keysOfSample = Object.keys(z.record(z.string(), z.unknown()).parse(parse(sample)))
const documented = [...page.matchAll(/^\| (`[a-z].*?) \| .* \|$/gm)].flatMap(([, names = '']) =>
  names.split(', ').map((name) => name.replaceAll('`', '')),
)

test('the sample has every key, and the server accepts it', () => {
  expect(keysOfSample.sort()).toEqual(Object.keys(Settings.shape).sort())
  expect(parseProjectConfig(settingsFile(sample))).toMatchObject({ kind: 'valid' })
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
    expect([text, parseProjectConfig(settingsFile(text)).kind]).toEqual([text, 'invalid'])
  }
})

test('the defaults are those of an empty file', () => {
  const read = parseProjectConfig([])
  if (read.kind === 'invalid') throw new Error(read.detail)
  const { maxFiles, maxBytes, instructions } = read.config
  expect(page).toContain(`| \`max-files\` | 1 to 10,000 | ${maxFiles} |`)
  expect(page).toContain(`| \`max-bytes\` | 1 to 100,000,000 | ${maxBytes.toLocaleString('en')} |`)
  for (const path of instructions) expect(page).toContain(`\`${path}\``)
})
