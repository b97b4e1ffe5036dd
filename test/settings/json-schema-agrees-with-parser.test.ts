import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { parseSettings } from '../../src/settings/parse-settings.ts'
import { Settings } from '../../src/settings/schema.ts'
import { settingsFile } from '../support/settings-file.ts'

const read = (path: string): string => readFileSync(new URL(`../../docs/${path}`, import.meta.url), 'utf8')
const schema = JSON.parse(read('prentice.schema.json')) as {
  $id: string
  properties: Record<string, { description?: string }>
}
const isValid = new Ajv({ strictTypes: false }).compile(schema)

const list = (length: number, of: string): string => `[${Array.from({ length }, () => of).join(', ')}]`

const mcp = (fields: Readonly<Record<string, string>> = {}): string => {
  const given = { name: 'docs', url: 'https://mcp.example.com/mcp', tools: '[search]', ...fields }
  const entries = Object.entries(given).map(([key, value]) => `${key}: ${value}`)
  return `mcp: [{ ${entries.join(', ')} }]`
}

test.each([
  [
    false,
    ['base: a..b', 'base: HEAD', 'base: -a', 'base: a.lock/b', 'base: a b', 'base: a/.b', 'base: a@{b'],
  ],
  [false, ['base: a//b', 'base: .a', 'base: a.', 'base: a/', 'base: a^', 'base: "a\tb"', 'base: "a\\\\b"']],
  [true, ['base: a@b', 'base: a/HEAD', 'base: HEADS', 'base: a.lockb/c', 'base: ünï/x-y', 'base: "@"']],
  [true, ['', 'draft: true', 'base: main', `base: ${'b'.repeat(255)}`, 'model: anthropic/x', 'effort: none']],
  [false, ['draft: "true"', 'base: ""', `base: ${'b'.repeat(256)}`, 'model: gpt', 'model: mistral/x']],
  [false, ['effort: huge', 'stepz: 1', '[]', 'draft', `model: anthropic/${'m'.repeat(191)}`]],
  [true, ['limits: {}', 'limits: { steps: 1, minutes: 0.5, cost-usd: 0.01, tokens: 1000 }']],
  [true, ['limits: { steps: 1000, minutes: 360, cost-usd: 1000, tokens: 1000000000 }']],
  [false, ['limits:', 'limits: { steps: 0 }', 'limits: { steps: 1001 }', 'limits: { steps: 1.5 }']],
  [false, ['limits: { minutes: 0 }', 'limits: { minutes: 361 }', 'limits: { cost-usd: 1001 }']],
  [false, ['limits: { tokens: 999 }', 'limits: { tokens: 1000000001 }', 'limits: { cost: 1 }']],
  [true, [`paths: { allow: ${list(200, 'a')} }`, 'paths: {}', `instructions: ${list(20, 'a')}`]],
  [
    false,
    [`paths: { allow: ${list(201, 'a')} }`, 'paths: { allow: [""] }', `instructions: ${list(21, 'a')}`],
  ],
  [false, [`paths: { unprotect: [${'p'.repeat(301)}] }`, 'paths: [a]', 'instructions: a']],
  [
    true,
    [
      'paths: { allow: ["**", "!/docs/.hidden/**", "a..b/...", "*.md", ".github/"] }',
      'instructions: [docs/A.md]',
    ],
  ],
  [false, ['paths: { allow: ["./a"] }', 'paths: { allow: ["!../a"] }', 'paths: { allow: ["a/./b"] }']],
  [false, ['paths: { allow: ["a/.."] }', 'paths: { unprotect: ["/"] }', 'paths: { allow: ["!"] }']],
  [
    false,
    [
      'paths: { allow: ["! "] }',
      'instructions: [..]',
      'instructions: ["a/\\n/../b"]',
      'paths: { allow: ["docs/ "] }',
    ],
  ],
  [true, ['ci-checks: [{ workflow: .github/workflows/a.yml, jobs: [a] }, { app: 12345, names: ["b*"] }]']],
  [true, ['on-ci-failure: fix\nci-checks: [{ app: 1 }]']],
  [
    false,
    ['ci-checks: [{ app: 1, jobs: [a] }]', 'ci-checks: [{ workflow: .github/workflows/a.yml, names: [a] }]'],
  ],
  [false, ['ci-checks: [{ app: 1, workflow: .github/workflows/a.yml }]', 'ci-checks: [{ names: [a] }]']],
  [false, ['ci-checks: [{ app: 0 }]', 'ci-checks: [{ app: acme-ci }]', 'ci-checks: [{}]']],
  [true, ['max-files: 1', 'max-files: 10000', 'max-bytes: 1', 'max-bytes: 100000000']],
  [false, ['max-files: 0', 'max-files: 10001', 'max-bytes: 0', 'max-bytes: 100000001']],
  [true, ['checks: []', 'checks: [a]\nsetup: [b]\ncheck-rounds: 0', 'checks: [a]\ncheck-rounds: 10']],
  [true, [`checks: ${list(20, '{ run: a, name: b, timeout-minutes: 60 }')}`]],
  [false, ['checks: a', 'checks: [5]', 'checks: [""]', 'checks: [" "]', 'checks: ["a\\0b"]']],
  [false, ['checks: [{ name: a }]', 'checks: [{ run: a, time: 1 }]', `checks: ${list(21, 'a')}`]],
  [false, ['checks: [{ run: a, timeout-minutes: 61 }]', `checks: [{ run: a, name: ${'n'.repeat(101)} }]`]],
  [true, ['setup: [a]', 'setup: [a]\nchecks: []', 'setup: [a]\ncommands: on', 'commands: off']],
  [true, ['setup: [a]\nchecks: [b]\ncommands: off']],
  [false, ['setup: [a]\ncommands: off', 'setup: [a]\nchecks: []\ncommands: off', 'commands: true']],
  [
    true,
    ['mcp: []', mcp(), mcp({ url: 'https://mcp.example.com:8443/a?b=c' }), mcp({ tools: '[a.b, c/d-e_F]' })],
  ],
  [
    false,
    [
      'mcp: off',
      'mcp: [{ name: docs }]',
      mcp({ tools: '[]' }),
      mcp({ tools: '["a b"]' }),
      mcp({ name: 'a.b' }),
    ],
  ],
  [
    false,
    [mcp({ url: 'http://a.example/' }), mcp({ url: 'https://u@a.example/' }), mcp({ url: '"https://a/#b"' })],
  ],
  [
    false,
    [mcp({ url: 'https://127.0.0.1/' }), mcp({ url: '"https://[::1]/"' }), mcp({ url: 'https://1.1.1.1' })],
  ],
  [
    false,
    [mcp({ headers: '{ Authorization: x }' }), `mcp: ${list(6, '{ name: a, url: https://a/, tools: [a] }')}`],
  ],
  [
    true,
    [
      'notify: []',
      'notify: [{ webhook: team-chat }, { webhook: "on call", events: [job.completed, job.failed] }]',
    ],
  ],
  [
    false,
    [
      'notify: team-chat',
      'notify: [team-chat]',
      'notify: [{ webhook: "" }]',
      'notify: [{ events: [job.failed] }]',
    ],
  ],
  [
    false,
    [
      'notify: [{ webhook: a, events: [] }]',
      'notify: [{ webhook: a, events: [job.done] }]',
      'notify: [{ webhook: a, url: "https://hooks.slack.com/services/T0/B0/x" }]',
    ],
  ],
  [false, ['check-rounds: 1', 'checks: []\ncheck-rounds: 1']],
  [true, ['checks: [a]\ndraft-on-failed-checks: false']],
  [false, ['draft-on-failed-checks: false', 'checks: [a]\ndraft-on-failed-checks: maybe']],
  [true, ['checks: [a]\ntest-evidence: false', 'checks: [a]\ntests: ["checks/**"]']],
  [false, ['test-evidence: true', 'tests: [a]', 'checks: [a]\ntests: [../a]', 'checks: []\ntests: [a]']],
  [false, ['checks: [a]\ncheck-rounds: 11', 'checks: [a]\ncheck-rounds: -1']],
])('schema and parser agree (valid: %s) on %j', (expected, texts) => {
  for (const text of texts) {
    expect([text, isValid(parse(text) ?? {})]).toEqual([text, expected])
    expect([text, parseSettings(settingsFile(text)).kind]).toEqual([text, expected ? 'valid' : 'invalid'])
  }
})

test('every setting has a description for editors', () => {
  expect(Object.keys(schema.properties).sort()).toEqual(Object.keys(Settings.shape).sort())
  for (const [key, { description }] of Object.entries(schema.properties))
    expect([key, description]).toEqual([key, expect.stringMatching(/^[A-Z].*\.$/)])
})

test('the first line of the sample names the schema', () => {
  expect(read('settings.md')).toContain(`\`\`\`yaml\n# yaml-language-server: $schema=${schema.$id}\n`)
})

test('a webhook is named once', () => {
  const text = 'notify: [{ webhook: a }, { webhook: a, events: [job.failed] }]'
  expect(parseSettings(settingsFile(text))).toMatchObject({
    problems: ['line 1, column 9: notify must name each webhook once'],
  })
})

test('servers have different names, and hosts that are no address in any spelling', () => {
  const same = '{ name: a, url: https://a/, tools: [a] }, { name: A, url: https://b/, tools: [a] }'
  for (const text of [`mcp: [${same}]`, mcp({ url: 'https://0x7f.1/' })])
    expect([text, parseSettings(settingsFile(text)).kind]).toEqual([text, 'invalid'])
})
