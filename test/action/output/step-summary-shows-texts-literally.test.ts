import { expect, test } from 'vitest'
import type { RunOutcome } from '../../../src/action/outcome/outcome.ts'
import { renderStepSummary } from '../../../src/action/output/step-summary.ts'
import { reason } from '../../../src/contract/reasons.ts'

const published = {
  branch: 'prentice/x',
  headSha: 'a'.repeat(40),
  pullRequest: { number: 7, url: 'https://github.com/o/r/pull/7' },
}
const usage = { steps: 3, inputTokens: 100, cachedInputTokens: 40, outputTokens: 20, costUsd: 0.123 }
const end: RunOutcome = {
  ending: { outcome: 'published', published },
  summary: 'Done. ![](https://evil.example/?q=1)',
  usage,
  files: ['src/a.ts'],
  perStep: [],
  checks: null,
  patchPath: null,
  transcriptPath: null,
  patchDescription: null,
  notices: [],
}
const prompts = [{ number: 1, text: '</pre><img src=https://evil.example>' }]

test('the summary of a published run links the pull request', () => {
  expect(renderStepSummary({ end, prompts })).toMatchInlineSnapshot(`
    "## Prentice: completed

    Pull request [#7](https://github.com/o/r/pull/7)

    ### Prompt

    <pre>&lt;/pre&gt;&lt;img src=https://evil.example&gt;</pre>

    ### Summary of the agent

    <pre>Done. ![](https://evil.example/?q=1)</pre>

    ### Files

    - <code>src/a.ts</code>

    | Steps | Input tokens | Cached | Output tokens | Estimated cost |
    | --- | --- | --- | --- | --- |
    | 3 | 100 | 40 | 20 | 0.12 USD |
    "
  `)
})

test('a failed run names its reason and what to do next', () => {
  const ending = { outcome: 'failed' as const, reason: reason('step-limit', '100 steps'), published }
  const text = renderStepSummary({ end: { ...end, ending }, prompts: [] })
  expect(text).toContain('## Prentice: failed')
  expect(text).toContain('reached its limit of 100 steps')
  expect(text).toContain('[#7](https://github.com/o/r/pull/7)')
})

test('without the prompt, the summary of the agent is left out, too', () => {
  expect(renderStepSummary({ end, prompts: [] })).not.toMatch(/Done|Prompt/)
})

test('a file that is named like an image is a name', () => {
  const text = renderStepSummary({
    end: { ...end, files: ['![x](https://evil.example)', 'a\n# b'] },
    prompts: [],
  })
  expect(text).toContain('<code>&#33;&#91;x&#93;&#40;https&#58;//evil.example&#41;</code>')
  expect(text).toContain('<code>a&#10;&#35; b</code>')
})

const answer = { inputTokens: 1, cachedInputTokens: 40, outputTokens: 20, costUsd: 0.0031 }

test('each step of a run has a row, as far as there is room', () => {
  const perStep = Array.from({ length: 202 }, (_, n) => ({ ...answer, step: n + 1, inputTokens: n + 1 }))
  const summary = renderStepSummary({ end: { ...end, perStep }, prompts: [] })
  expect(summary).toContain('<summary>Each step</summary>')
  expect(summary).toContain('| 200 | 200 | 40 | 20 | 0.0031 USD |\n\nand 2 more\n')
})

test('an answer that broke off is counted and named', () => {
  const broken = { ...answer, step: 3, brokenOff: true as const }
  const perStep = [1, 2, 3].map((step) => ({ ...answer, step })).toSpliced(2, 0, broken)
  const summary = renderStepSummary({
    end: { ...end, usage: { ...usage, brokenOff: 1 }, perStep },
    prompts: [],
  })
  expect(summary).toContain('1 answer of the model was interrupted.')
  expect(summary).toContain('| 3, interrupted | 1 | 40 | 20 | 0.0031 USD |\n| 3 | 1 | 40 | 20 | 0.0031 USD |')
})

test('the page shows notices, and marks estimated tokens', () => {
  const page = renderStepSummary({
    end: {
      ...end,
      notices: ['What a/b costs is not known <!'],
      usage: { ...usage, estimated: 2 },
      perStep: [
        { ...usage, step: 1, estimated: true },
        { ...usage, step: 2, brokenOff: true, estimated: true },
      ],
    },
    prompts: [],
  })
  expect(page).toContain('<pre>What a/b costs is not known &lt;!</pre>')
  expect(page).toContain('The provider reported no tokens for 2 answers: they are estimated from the length.')
  expect(page).toContain('| 1, estimated | 100 |')
  expect(page).toContain('| 2, interrupted, estimated | 100 |')
})
