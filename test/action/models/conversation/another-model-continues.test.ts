import { expect, onTestFinished, test } from 'vitest'
import { SUMMARY_REQUEST } from '../../../../src/action/agent/prompt/system-prompt.ts'
import { anthropicMessages } from '../../../fakes/model/wire/anthropic-messages.ts'
import { anthropicThinking } from '../../../fakes/model/wire/anthropic-thinking.ts'
import { chatCompletions } from '../../../fakes/model/wire/chat-completions.ts'
import { gemini } from '../../../fakes/model/wire/gemini.ts'
import { openaiResponses } from '../../../fakes/model/wire/openai-responses.ts'
import { responsesReasoning } from '../../../fakes/model/wire/responses-reasoning.ts'
import { type Script, startScriptedProvider, type Turn } from '../../../fakes/model/wire/scripted-provider.ts'
import type { WireFormat } from '../../../fakes/model/wire/wire-format.ts'
import { refuse } from '../../../support/action/raw-answers.ts'
import { FINISH, KEY, PROVIDERS, runScript } from '../../../support/action/scripted-run.ts'

const answer = (...calls: readonly { readonly name: string; readonly input: object }[]): Turn => ({
  kind: 'answer',
  answer: { say: 'I work.', calls: calls as never },
})
const finish = answer({ name: 'finish', input: { ...FINISH, no_change: true } })
const read = answer({ name: 'read', input: { path: 'hello.txt' } }, { name: 'list', input: { path: '.' } })

interface Given {
  readonly format: WireFormat
  readonly script: Script
}

async function start({ format, script }: Given) {
  const provider = await startScriptedProvider(format, script)
  onTestFinished(() => provider[Symbol.asyncDispose]())
  return provider
}

/** The agent with a model that has this script, and with others that continue. */
async function runWith(
  first: Given,
  others: readonly Given[],
  more: Partial<Parameters<typeof runScript>[0]> = {},
) {
  const [one, ...rest] = await Promise.all([first, ...others].map(start))
  const wire = PROVIDERS.find(({ provider }) => provider === first.format.provider)
  if (wire === undefined || one === undefined) throw new Error(`no wire for ${first.format.provider}`)
  const environment = Object.assign(
    {},
    ...others.map(({ format }, index) => format.environment(rest[index]?.origin ?? '', KEY)),
  )
  const run = await runScript({
    wire: { ...wire, model: first.format.model },
    url: one.origin,
    fallbacks: others.map(({ format }) => format.model),
    retrySettings: { patienceMs: 0 },
    ...more,
    environment: { ...environment, ...more.environment },
  })
  const seen = [one, ...rest].map(({ requests }) => requests)
  return { ...run, seen, faults: seen.flat().flatMap(({ faults }) => faults) }
}

const FIRST = [anthropicThinking, responsesReasoning, chatCompletions, gemini]
const NEXT = [anthropicMessages, openaiResponses, chatCompletions, gemini]
const PAIRS = FIRST.flatMap((first) => NEXT.map((next) => [first, next] as const)).filter(
  ([first, next]) => first.provider !== next.provider,
)

test.each(PAIRS.map(([first, next]) => [first.provider, next.provider, first, next] as const))(
  'what %s began is continued by %s in a conversation that it accepts',
  async (_, __, first, next) => {
    const { outcome, events, faults, seen } = await runWith(
      { format: first, script: [read, read, refuse('Overloaded', 529)] },
      [{ format: next, script: [read, finish] }],
    )
    expect(faults).toEqual([])
    expect(outcome).toMatchObject({ reason: null, summary: FINISH.summary })
    expect(seen.map(({ length }) => length)).toEqual([3, 2])
    const [asked] = seen[1] ?? []
    expect(asked?.body).toContain('Greet the world.')
    expect(asked?.body).toContain('I work.')
    expect(asked?.body).not.toMatch(/I think|seal_|hidden_|encrypted_content":"/)
    expect(events.filter(({ type }) => type === 'fallback')).toEqual([
      { type: 'fallback', from: first.model, to: next.model, why: '529, Overloaded' },
    ])
    expect(outcome.usage.models?.map(({ model, steps }) => [model, steps])).toEqual([
      [first.model, 2],
      [next.model, 2],
    ])
  },
)

const failure = (status: number, body: object): Turn => ({
  ...{ kind: 'failure', status, message: JSON.stringify(body) },
})

test.each([
  ['is retired', failure(404, { code: 'model_not_found' })],
  ['is at its end of life', refuse('The model m has reached its end of life', 410)],
  ['is decommissioned', refuse('The model `m` has been decommissioned', 400)],
  ['has no credit left', refuse('Your credit balance is too low', 400)],
  ['is out of quota', refuse('Rate limit reached', 429)],
  ['has no server', refuse('Bad gateway', 502)],
])('another model continues where the first %s', async (_, turn) => {
  const { outcome, seen } = await runWith({ format: anthropicMessages, script: [read, turn] }, [
    { format: openaiResponses, script: [finish] },
  ])
  expect(outcome.reason).toBeNull()
  expect(seen.map(({ length }) => length)).toEqual([2, 1])
})

test.each([
  ['refuses the content', refuse('Output blocked by content filtering policy'), 'content-refused'],
  ['does not accept the key', refuse('invalid x-api-key', 401), 'model-refused'],
  ['does not accept the request', refuse('tools.0: unsupported', 400), 'model-refused'],
])('no other model is asked where the first %s', async (_, turn, code) => {
  const { outcome, seen } = await runWith({ format: anthropicMessages, script: [turn] }, [
    { format: openaiResponses, script: [finish] },
  ])
  expect(outcome.reason?.code).toBe(code)
  expect(seen[1]).toHaveLength(0)
})

test('the model is retried before another one is asked', async () => {
  const busy = refuse('Overloaded', 529)
  const { outcome, seen, events } = await runWith(
    { format: anthropicMessages, script: [busy, busy, finish] },
    [{ format: openaiResponses, script: [finish] }],
    { retrySettings: {} },
  )
  expect(outcome.reason).toBeNull()
  expect(seen.map(({ length }) => length)).toEqual([3, 0])
  expect(events.filter(({ type }) => type === 'fallback')).toEqual([])
  expect(outcome.usage.models).toMatchObject([{ model: anthropicMessages.model, steps: 1 }])
})

test('three models continue one after another, and the run ends with what each of them said', async () => {
  const down = (message: string): Script => [refuse(message, 503)]
  const { outcome, events } = await runWith({ format: anthropicMessages, script: down('A is down') }, [
    { format: openaiResponses, script: down('B is down') },
    { format: gemini, script: down('C is down') },
    { format: chatCompletions, script: down('D is down') },
  ])
  expect(outcome.reason).toMatchObject({ code: 'model-failed' })
  for (const said of ['A is down', 'B is down', 'C is down', 'D is down'])
    expect(outcome.reason?.message).toContain(said)
  expect(events.filter(({ type }) => type === 'fallback')).toHaveLength(3)
  expect(outcome.usage).toMatchObject({ steps: 0, models: [] })
})

test('a run whose models all fail can continue when the quota of one is available again', async () => {
  const spent: Turn = { ...refuse('Rate limit reached', 429), headers: { 'retry-after': '3600' } } as Turn
  const { outcome } = await runWith({ format: anthropicMessages, script: [spent] }, [
    { format: openaiResponses, script: [refuse('is down', 503)] },
  ])
  expect(outcome.reason?.code).toBe('quota-spent')
  expect(outcome.unfinished?.againInMs).toBeGreaterThan(3_590_000)
})

test('each model is charged at its own price, and both count toward the limit', async () => {
  const PRICES = JSON.stringify({
    [anthropicMessages.model]: { input: 1000, output: 0 },
    [openaiResponses.model]: { input: 10_000, output: 0 },
  })
  const { outcome } = await runWith(
    { format: anthropicMessages, script: [read, refuse('Overloaded', 529)] },
    [{ format: openaiResponses, script: [read, read, finish] }],
    { environment: { PRICES }, task: { limits: { steps: 20, seconds: 60, costUsd: 1000 } } },
  )
  const [one, other] = outcome.usage.models ?? []
  expect((other?.costUsd ?? 0) / (other?.inputTokens ?? 1)).toBeGreaterThan(
    5 * ((one?.costUsd ?? 0) / (one?.inputTokens ?? 1)),
  )
  expect(outcome.usage.costUsd).toBeCloseTo((one?.costUsd ?? 0) + (other?.costUsd ?? 0), 5)
})

test('a model with a smaller window gets as much of the conversation as it holds', async () => {
  const PRICES = JSON.stringify({ [openaiResponses.model]: { input: 1, output: 1, window: 10_000 } })
  const long = Array.from({ length: 1500 }, (_, line) => `line ${line} of a file that is long`).join('\n')
  const { outcome, faults, seen } = await runWith(
    {
      format: anthropicMessages,
      script: [...['a', 'b', 'c'].map((path) => answer({ name: 'read', input: { path } })), refuse('x', 529)],
    },
    [{ format: openaiResponses, script: [finish, finish] }],
    { environment: { PRICES }, files: { a: long, b: long, c: long } },
  )
  expect(outcome.reason).toBeNull()
  expect(faults).toEqual([])
  const [before = 0, after = 0] = seen.map((requests) => requests.at(-1)?.body.length ?? 0)
  expect(before).toBeGreaterThan(90_000)
  expect(after).toBeLessThan(60_000)
  expect(seen[1]?.[0]?.body).toContain('Greet the world.')
})

test('a model that cannot write a summary is not asked for more', async () => {
  const PRICES = JSON.stringify({ [anthropicMessages.model]: { input: 1, output: 1, window: 9000 } })
  const say = 'I think about many things that fill the window. '.repeat(900)
  const words: Turn = { kind: 'answer', answer: { say, calls: [{ name: 'list', input: { path: '.' } }] } }
  const { outcome, faults, seen } = await runWith(
    { format: anthropicMessages, script: [words, refuse('Overloaded', 529), finish] },
    [{ format: openaiResponses, script: [finish] }],
    { environment: { PRICES } },
  )
  expect(outcome.reason).toBeNull()
  expect(faults).toEqual([])
  expect(seen[0]?.at(-1)?.body).toContain(SUMMARY_REQUEST.slice(0, 40))
  expect(seen.map(({ length }) => length)).toEqual([2, 1])
})
