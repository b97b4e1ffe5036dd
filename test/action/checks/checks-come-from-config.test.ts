import { expect, test } from 'vitest'
import { resolveSettings } from '../../../src/action/control-plane/standalone/compose-assignment.ts'
import { parseProjectConfig } from '../../../src/app/projects/parse-project-config.ts'
import { ChecksPlan } from '../../../src/contract/checks.ts'
import { settingsFile } from '../../support/settings-file.ts'

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
  const parsed = parseProjectConfig(settingsFile(TEXT))
  const { checks: plan } = await resolveSettings(settingsFile(TEXT))
  expect(parsed).toMatchObject({ kind: 'valid', config: { checks: plan } })
  expect(ChecksPlan.parse(plan)).toEqual({
    setup: [{ name: 'npm ci', run: 'npm ci', seconds: 600 }],
    commands: [
      { name: 'npm test', run: 'npm test', seconds: 600 },
      { name: 'Lint', run: 'npm run lint', seconds: 30 },
      { name: 'set -x', run: 'set -x\nnpm run build\n', seconds: 600 },
    ],
    rounds: 1,
    evidence: {},
  })
})

test('the settings switch the search for evidence off, or name the test files', async () => {
  for (const [more, evidence] of [
    ['test-evidence: false', undefined],
    ['test-evidence: true', {}],
    ['tests: ["checks/**", "!checks/lib/**"]', { tests: ['checks/**', '!checks/lib/**'] }],
  ] as const) {
    const text = settingsFile(`${TEXT}${more}`)
    expect((await resolveSettings(text)).checks?.evidence).toEqual(evidence)
    expect(parseProjectConfig(text)).toMatchObject({ config: { checks: { rounds: 1 } } })
  }
})

test('whether a failed check makes a draft is left out where it does, as by default', async () => {
  for (const [text, draftOnFailure] of [
    [TEXT, undefined],
    [`${TEXT}draft-on-failed-checks: true`, undefined],
    [`${TEXT}draft-on-failed-checks: false`, false],
  ] as const) {
    expect((await resolveSettings(settingsFile(text))).checks?.draftOnFailure).toBe(draftOnFailure)
    expect(parseProjectConfig(settingsFile(text))).toMatchObject({ config: { checks: { rounds: 1 } } })
  }
})

test('the server and the action alone read the same publishing rules', async () => {
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
  const { protectedPaths: instructions, ...rules } = (await resolveSettings(settingsFile(text))).rules
  expect({ instructions, ...rules }).toEqual({
    ...{ allowedPaths: ['docs/**'], unprotectedPaths: ['AGENTS.md'], maxFiles: 3, maxBytes: 4000 },
    instructions: ['RULES.md'],
  })
  for (const one of [text, '', null]) {
    const { protectedPaths, ...own } = (await resolveSettings(settingsFile(one))).rules
    expect(parseProjectConfig(settingsFile(one))).toMatchObject({
      config: { ...own, instructions: protectedPaths },
    })
  }
})

test.each([null, '', '# nothing', 'checks: []', 'model: anthropic/x'])('%j names none', async (text) => {
  expect((await resolveSettings(settingsFile(text))).checks).toBeNull()
  expect(parseProjectConfig(settingsFile(text))).toMatchObject({ config: { checks: null } })
})

test.each([
  ['checks: npm test', 'checks must be a list of up to 20 commands'],
  ['path: { allow: [docs] }', 'path is not a setting'],
  ['model: gpt', 'model must be provider/model'],
  ['limits: { steps: 0 }', 'limits.steps must be a whole number from 1 to 1,000'],
  ['setup: [npm ci]\ncommands: off', 'setup has no effect without `checks` where `commands` is off'],
  ['checks: [a', 'line 1, column 1'],
])('%j is refused by both in the same words', async (text, words) => {
  const parsed = parseProjectConfig(settingsFile(text))
  if (parsed.kind === 'valid') throw new Error('it is valid')
  expect(parsed.detail).toContain(words)
  await expect(resolveSettings(settingsFile(text))).rejects.toThrow(parsed.detail)
})
