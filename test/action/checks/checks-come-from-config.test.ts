import { expect, test } from 'vitest'
import { readConfig } from '../../../src/action/control-plane/standalone/read-config.ts'
import { parseProjectConfig } from '../../../src/app/projects/project-config.ts'
import { ChecksPlan } from '../../../src/contract/checks.ts'

const TEXT = `
setup: [npm ci]
checks:
  - npm test
  - { name: Lint, run: "npm run lint", timeout-minutes: 0.5 }
  - |
    set -x
    npm run build
check-rounds: 1
`

test('the server and the action alone read the same', async () => {
  const parsed = parseProjectConfig(TEXT)
  const { checks: plan } = await readConfig(TEXT)
  expect(parsed).toMatchObject({ kind: 'valid', config: { checks: plan } })
  expect(ChecksPlan.parse(plan)).toEqual({
    setup: [{ name: 'npm ci', run: 'npm ci', seconds: 600 }],
    commands: [
      { name: 'npm test', run: 'npm test', seconds: 600 },
      { name: 'Lint', run: 'npm run lint', seconds: 30 },
      { name: 'set -x', run: 'set -x\nnpm run build\n', seconds: 600 },
    ],
    rounds: 1,
  })
})

test('so they do of what may be published', async () => {
  const text = `
base: next
model: anthropic/x
effort: low
draft: true
show-prompt: true
archive-on-close: true
limits: { steps: 5 }
paths: { allow: ["docs/**"], unprotect: [AGENTS.md] }
max-files: 3
max-bytes: 4000
instructions: [RULES.md]
`
  const { protectedPaths: instructions, ...rules } = (await readConfig(text)).rules
  expect({ instructions, ...rules }).toEqual({
    ...{ allowedPaths: ['docs/**'], unprotectedPaths: ['AGENTS.md'], maxFiles: 3, maxBytes: 4000 },
    instructions: ['RULES.md'],
  })
  for (const one of [text, '', null]) {
    const { protectedPaths, ...own } = (await readConfig(one)).rules
    expect(parseProjectConfig(one)).toMatchObject({ config: { ...own, instructions: protectedPaths } })
  }
})

test.each([null, '', '# nothing', 'checks: []', 'model: anthropic/x'])('%j names none', async (text) => {
  expect((await readConfig(text)).checks).toBeNull()
  expect(parseProjectConfig(text)).toMatchObject({ config: { checks: null } })
})

test.each([
  ['checks: npm test', 'checks: '],
  ['path: { allow: [docs] }', 'Unrecognized key: "path"'],
  ['paths: { only: [docs] }', 'paths: Unrecognized key: "only"'],
  ['max-files: 0', 'max-files: '],
  ['checks: [5]', 'checks.0: write a command, or `run:` with a command and, if you like, `name:`'],
  ['checks: [""]', 'checks.0.run: is empty or holds a NUL'],
  ['checks: ["a\\0b"]', 'checks.0.run: is empty or holds a NUL'],
  ['checks: [{ name: Lint }]', 'checks.0.run: '],
  ['checks: [{ run: a, timeout-minutes: 90 }]', 'checks.0.timeout-minutes: '],
  ['checks: [{ run: a, timeout: 90 }]', 'checks.0: Unrecognized key: "timeout"'],
  ['checks: [a]\ncheck-rounds: 11', 'check-rounds: '],
  ['setup: [npm ci]', 'setup: has no use without `checks`'],
  ['checks: []\ncheck-rounds: 2', 'check-rounds: has no use without `checks`'],
  ['checks: [a', ' at line 1, column 1'],
])('%j is wrong, and it is said where', async (text, words) => {
  const parsed = parseProjectConfig(text)
  expect(parsed.kind === 'invalid' && parsed.detail).toContain(words)
  await expect(readConfig(text)).rejects.toThrow(words)
})
