import { expect, it } from 'vitest'
import { startStrictModel } from '../../../fakes/model/strict-model.ts'
import { FINISH, runScript } from '../../../support/action/scripted-run.ts'

const WINDOW = 32_000
const longText = (word: string, length: number) => `${word} `.repeat(length / (word.length + 1))
const PRICES = JSON.stringify({ 'anthropic/claude-sonnet-4-5': { input: 1, output: 1, window: WINDOW } })

it('accepts a long follow-up in a window that does not hold all of its past', async () => {
  await using model = await startStrictModel(WINDOW, () => ({
    tool: 'finish',
    input: { ...FINISH, no_change: true },
  }))
  const { outcome } = await runScript({
    url: model.url,
    environment: { PRICES },
    task: {
      prompts: [{ number: 3, text: longText('greet', 19_000) }],
      instructions: [{ path: 'AGENTS.md', text: longText('tabs', 40_000) }],
      template: { path: '.github/pull_request_template.md', text: longText('why', 9000) },
      earlier: Array.from({ length: 10 }, (_, n) => ({
        prompts: [longText(`do ${n}`, 5000)],
        outcome: 'published',
        summary: longText('done', 3000),
      })),
      workSoFar: longText('+line', 80_000),
    },
  })
  expect(outcome).toMatchObject({ reason: null, publishable: true })
  expect(model.seen.refused).toBe(0)
})

it('reads a long file in parts without a gap between them', async () => {
  const lines = Array.from({ length: 1000 }, (_, n) => `line ${n + 1} ${'x'.repeat(40)}`)
  await using model = await startStrictModel(WINDOW, ({ count, lastText }) => {
    if (count > 6) return { tool: 'finish', input: { ...FINISH, no_change: true } }
    const [, from = '1'] = /Read on with from: (\d+)/.exec(lastText) ?? []
    return { tool: 'read', input: { path: 'long.txt', from: Number(from) } }
  })
  const { transcript } = await runScript({
    url: model.url,
    environment: { PRICES },
    files: { 'long.txt': `${lines.join('\n')}\n` },
  })
  const shown = transcript.flatMap((line) => (line.type === 'results' ? line.results : []))
  expect(shown.some(({ text }) => text.includes('characters left out'))).toBe(false)
})
