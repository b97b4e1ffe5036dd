import { expect, test } from 'vitest'
import { anthropicMessages } from '../../../fakes/model/wire/anthropic-messages.ts'
import { type Break, startScriptedProvider, type Turn } from '../../../fakes/model/wire/scripted-provider.ts'
import type { WireFormat } from '../../../fakes/model/wire/wire-format.ts'
import { WIRE_FORMATS } from '../../../fakes/model/wire/wire-formats.ts'
import { FINISH, PROVIDERS, runScript } from '../../../support/action/scripted-run.ts'

const finish = { name: 'finish', input: { ...FINISH, no_change: true } }
const whole: Turn = { kind: 'answer', answer: { calls: [finish] } }
const broken = (how: Break['how'], after: number): Turn => ({
  kind: 'answer',
  answer: { say: 'One moment, please.', calls: [finish] },
  breaks: { how, after },
})

async function run(format: WireFormat, script: readonly Turn[], more: Parameters<typeof runScript>[0] = {}) {
  await using provider = await startScriptedProvider(format, script)
  const wire = PROVIDERS.find((one) => one.provider === format.provider) ?? PROVIDERS[0]
  const done = await runScript({ wire, url: provider.origin, ...more })
  return { ...done, asked: provider.requests.length }
}

/** What Anthropic says in the first event of its n-th answer here. */
const said = (turn: number) => ({
  inputTokens: 1000 + turn,
  cachedInputTokens: 500 + 10 * turn,
  outputTokens: 1,
})
/** Per million: 3 plain, 0.3 read from the cache, 3.75 written to it (100 tokens), 15 out. */
const costOf = ({ inputTokens, cachedInputTokens, outputTokens }: ReturnType<typeof said>) =>
  ((inputTokens - cachedInputTokens - 100) * 3 + cachedInputTokens * 0.3 + 375 + outputTokens * 15) / 1e6

test.each(['cut', 'ends', 'error', 'stall'] as const)(
  'an answer that broke off (%s) costs what was said of it',
  async (how) => {
    const retrySettings = { firstChunkMs: 60_000, chunkMs: how === 'stall' ? 10_000 : 60_000 }
    const { outcome, events, transcript } = await run(anthropicMessages, [broken(how, 4), whole], {
      retrySettings,
    })
    const first = said(0)
    const answered = { ...said(1), outputTokens: 101 }
    expect(outcome.usage).toEqual({
      steps: 1,
      inputTokens: 2001,
      cachedInputTokens: 1010,
      outputTokens: 102,
      costUsd: expect.closeTo(costOf(first) + costOf(answered), 9),
      brokenOff: 1,
    })
    expect(outcome.perStep).toEqual([
      { step: 1, ...first, costUsd: expect.closeTo(costOf(first), 6), brokenOff: true },
      { step: 1, ...answered, costUsd: expect.closeTo(costOf(answered), 6) },
    ])
    // The sum so far, as the app counts it against the money of the day.
    expect(events.filter(({ type }) => type === 'step')).toMatchObject([{ step: 1, inputTokens: 2001 }])
    expect(transcript).toContainEqual({
      type: 'broken-off',
      usage: expect.objectContaining({ ...first, steps: 0, brokenOff: 1 }),
    })
  },
)

test.each(WIRE_FORMATS)(
  '$provider: each that broke off is counted, and no more than was said',
  async (format) => {
    const { outcome } = await run(format, [broken('cut', 4), broken('cut', 5), whole])
    expect(outcome).toMatchObject({ reason: null, usage: { steps: 1, brokenOff: 2 } })
    expect(outcome.perStep.map(({ step, brokenOff }) => [step, brokenOff])).toEqual([
      [1, true],
      [1, true],
      [1, undefined],
    ])
    const sum = outcome.perStep.reduce((total, { inputTokens }) => total + inputTokens, 0)
    expect(outcome.usage.inputTokens).toBe(sum)
  },
)

test('a refused call, or a response that is no answer, does not count as interrupted', async () => {
  const script: Turn[] = [
    { kind: 'failure', status: 529, message: 'overloaded' },
    { kind: 'garbage', type: 'text/html', body: '<html>Welcome to the hotel wifi</html>' },
    whole,
  ]
  const { outcome } = await run(anthropicMessages, script)
  expect(outcome.usage).toMatchObject({ steps: 1, brokenOff: 0, inputTokens: 1002 })
})

test('the last answer of a run that fails counts, too', async () => {
  const script = Array.from({ length: 5 }, () => broken('cut', 1))
  const { outcome } = await run(anthropicMessages, script)
  expect(outcome).toMatchObject({ reason: { code: 'model-failed' }, usage: { steps: 0, brokenOff: 5 } })
  expect(outcome.usage.inputTokens).toBe(5010)
})

test('interrupted answers reach the cost limit, and the changes are kept', async () => {
  const limits = { steps: 20, seconds: 60, costUsd: costOf(said(0)) * 1.5 }
  const script = [broken('cut', 2), broken('cut', 2), whole]
  const { outcome, asked } = await run(anthropicMessages, script, { task: { limits } })
  expect(outcome).toMatchObject({
    reason: { code: 'cost-limit' },
    publishable: true,
    title: FINISH.title,
    usage: { steps: 1, brokenOff: 2 },
  })
  // Two that broke off, and the last one that describes the work.
  expect(asked).toBe(3)
})
