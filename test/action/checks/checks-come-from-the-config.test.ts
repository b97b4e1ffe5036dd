import { expect, test } from 'vitest'
import { readChecks } from '../../../src/action/alone/read-checks.ts'
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
  const plan = await readChecks(TEXT)
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

test.each([null, '', '# nothing', 'checks: []', 'model: anthropic/x'])('%j names none', async (text) => {
  expect(await readChecks(text)).toBeNull()
  expect(parseProjectConfig(text)).toMatchObject({ config: { checks: null } })
})

test.each([
  ['checks: npm test', 'checks: '],
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
  await expect(readChecks(text)).rejects.toThrow(words)
})
