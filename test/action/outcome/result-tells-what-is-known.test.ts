import { expect, test } from 'vitest'
import {
  describePatch,
  type Outcome,
  type RunOutcome,
  resultOf,
} from '../../../src/action/outcome/outcome.ts'
import { publicOutcome } from '../../../src/action/output/outputs.ts'
import { type ReasonCode, reason, retryHelps } from '../../../src/contract/reasons.ts'

const failed = (code: ReasonCode): Outcome => ({ outcome: 'failed', reason: reason(code), published: null })
const noChange: Outcome = {
  ...{ outcome: 'no-change', headSha: null, reason: reason('no-change'), obstacle: null },
}
const published: Outcome = {
  outcome: 'published',
  published: {
    branch: 'b',
    headSha: 'a'.repeat(40),
    pullRequest: { number: 7, url: 'https://github.com/o/r/pull/7' },
  },
}
const end = (ending: Outcome, files: readonly string[] = []): RunOutcome => ({
  ...{ ending, summary: null, usage: null, perStep: [], files, notices: [], checks: null },
  ...{ patchPath: null, transcriptPath: null, patchDescription: null },
})

const WORDS = { title: 'T', body: 'B', commitMessage: 'M', files: [] }
const agent = (publishable: boolean) => ({
  ...{ ...WORDS, reason: null, publishable, summary: 'S', perStep: [], acknowledged: 1 },
  usage: { steps: 0, inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, costUsd: 0, brokenOff: 0 },
})

test.each<[ReasonCode, boolean]>([
  ['push-refused', true],
  ['pull-request-refused', true],
  ['path-protected', true],
  ['change-too-large', true],
  ['secret-found', false],
  ['change-unsafe', false],
  ['no-change', false],
])('whether a retry may publish the saved work of a run that failed with %s: %s', (code, expected) => {
  const described = expected ? { ...WORDS, endedBy: null } : null
  expect(describePatch(failed(code), agent(true))).toEqual(described)
  expect(retryHelps(code)).toBe(expected)
  expect(describePatch(failed(code), agent(false))).toBeNull()
})

test('work that was published or needed no change is not described', () => {
  expect([published, noChange].map((ending) => describePatch(ending, agent(true)))).toEqual([null, null])
})

test('a run that looked for changed files and found none says so, and one that ended before says nothing', () => {
  const files = { total: 0, paths: [] }
  expect(resultOf(end(noChange), 1)).toMatchObject({ changedFiles: files })
  expect(resultOf(end(failed('model-failed')), 1)).not.toHaveProperty('changedFiles')
  expect(resultOf(end(failed('push-refused'), ['a.txt']), 1)).toMatchObject({
    changedFiles: { total: 1, paths: ['a.txt'] },
  })
})

test('names of files that were not pushed may repeat a confidential prompt, and are redacted', () => {
  const confidentiality = { isOn: true, add() {}, redactQuotes: () => '[redacted]' }
  const filesOf = (ending: Outcome) => publicOutcome(end(ending, ['secret-plan.txt']), confidentiality).files
  expect(filesOf(failed('push-refused'))).toEqual(['[redacted]'])
  expect(filesOf(published)).toEqual(['secret-plan.txt'])
})
