import { expect, it } from 'vitest'
import { anthropicMessages } from '../../fakes/model/wire/anthropic-messages.ts'
import { countedOf, startScriptedProvider, type Turn } from '../../fakes/model/wire/scripted-provider.ts'
import type { ScriptedCall, WireFormat } from '../../fakes/model/wire/wire-format.ts'
import { WIRE_FORMATS } from '../../fakes/model/wire/wire-formats.ts'
import { FINISH, PROVIDERS, runScript, type Script } from '../../support/action/scripted-run.ts'

const FINISHING: ScriptedCall = { name: 'finish', input: { ...FINISH, no_change: true } }
const EDITING: ScriptedCall = { name: 'edit', input: { path: 'hello.txt', old: 'hello', new: 'bye' } }
/** Gemini ends an answer with a call that it cannot read as malformed. */
const MALFORMED: ScriptedCall = { name: 'edit', input: '{"path": "hello.txt", "old": "wor' }
const call = (...calls: ScriptedCall[]): Turn => ({ kind: 'answer', answer: { calls } })

async function run(format: WireFormat | undefined, script: readonly Turn[], task: Script['task'] = {}) {
  if (format === undefined) throw new Error('there is no such format')
  await using provider = await startScriptedProvider(format, script)
  const wire = PROVIDERS.find((one) => one.provider === format.provider) ?? PROVIDERS[0]
  const done = await runScript({ wire, url: provider.origin, task })
  // The bases here have their own path.
  const faults = provider.requests
    .flatMap((request) => request.faults)
    .filter((fault) => !fault.startsWith('it went to'))
  return { ...done, faults, bodies: provider.requests.map(({ body }) => body) }
}
const google = WIRE_FORMATS.find(({ provider }) => provider === 'google')
const openai = WIRE_FORMATS.find(({ provider }) => provider === 'openai')

it('tells the model about a call that is malformed twice, and counts it as a step', async () => {
  const script = [call(MALFORMED), call(MALFORMED), call(EDITING), call(FINISHING)]
  const { outcome, bodies, files, faults } = await run(google, script)
  expect(outcome).toMatchObject({ reason: null, usage: { steps: 3, brokenOff: 1 } })
  expect(files['hello.txt']).toBe('bye\n')
  expect(bodies[1]).toBe(bodies[0])
  expect(bodies[2]).toContain('Your call was malformed')
  expect(faults).toEqual([])
})

it.each([
  ['with a status', 400],
  ['within the stream', 200],
])('tells the model about a call that the provider refuses twice, %s (Groq)', async (_, status) => {
  const error = {
    message:
      "Failed to call a function. Please adjust your prompt. See 'failed_generation' for more details.",
    ...{ type: 'invalid_request_error', code: 'tool_use_failed', failed_generation: '<function=edit>{"pa' },
  }
  const refused: Turn =
    status === 200
      ? {
          kind: 'garbage',
          type: 'text/event-stream',
          body: `event: error\ndata: ${JSON.stringify({ error: { ...error, status_code: 400 } })}\n\n`,
        }
      : { kind: 'failure', status, message: JSON.stringify({ error }) }
  const chat = WIRE_FORMATS.find(({ provider }) => provider === 'openai-compatible')
  const script = [refused, call(EDITING), refused, refused, call(FINISHING)]
  const { outcome, bodies, files, faults } = await run(chat, script)
  expect(outcome).toMatchObject({ reason: null })
  expect(files['hello.txt']).toBe('bye\n')
  expect(bodies[1]).toBe(bodies[0])
  expect(bodies.at(-1)).toContain('Your call was malformed')
  expect(faults).toEqual([])
})

it('retries a call that is malformed once, even after a busy answer', async () => {
  const busy: Turn = { kind: 'failure', status: 503, message: 'overloaded' }
  const { outcome, bodies } = await run(google, [busy, call(MALFORMED), call(EDITING), call(FINISHING)])
  expect(outcome).toMatchObject({ reason: null, usage: { steps: 2, brokenOff: 1 } })
  expect(bodies.at(-1)).not.toContain('Your call was malformed')
})

it('stops a model that sends only malformed calls, and keeps its changes', async () => {
  const script = [call(EDITING), ...Array.from({ length: 6 }, () => call(MALFORMED)), call(FINISHING)]
  const { outcome } = await run(google, script)
  expect(outcome).toMatchObject({ reason: { code: 'agent-stuck' }, publishable: true, title: FINISH.title })
  expect(outcome.reason?.message).toContain('one malformed call after another')
})

/** The answer ended because it and the question had filled the window. */
function overflowing(turn: number): Turn {
  const frames = anthropicMessages.frames({ say: 'I continue and' }, turn, countedOf(turn)).join('')
  const body = frames.replace('"end_turn"', '"model_context_window_exceeded"')
  return { kind: 'garbage', type: 'text/event-stream', body }
}

it('shortens the conversation, not the work, if the window is full in the middle of an answer', async () => {
  const read = call({ name: 'read', input: { path: 'hello.txt' } })
  const notes: Turn = { kind: 'answer', answer: { say: 'Done: hello.txt says bye.' } }
  const script = [call(EDITING), read, overflowing(2), notes, call(FINISHING)]
  const { outcome, bodies, transcript } = await run(anthropicMessages, script)
  expect(outcome).toMatchObject({ reason: null, usage: { steps: 5 } })
  expect(bodies[3]).toContain('The conversation is about to be shortened')
  expect(bodies[4]).toContain('Done: hello.txt says bye.')
  expect(bodies[4]).not.toContain('I continue and')
  expect(bodies[4]).not.toContain('do less in one answer')
  expect(transcript).toContainEqual({ type: 'compacted', summary: 'Done: hello.txt says bye.' })
})

it('asks once more if the window is full each time, then takes the answer as truncated', async () => {
  const script = [overflowing(0), overflowing(1), overflowing(2), call(FINISHING)]
  const { outcome, bodies } = await run(anthropicMessages, script)
  expect(outcome).toMatchObject({ reason: null, usage: { steps: 4 } })
  expect(bodies[2]).not.toContain('cut off')
  expect(bodies[3]).toContain('Your answer was cut off at the output limit')
})

it('waits as long as a rate limit in the middle of a stream says', async () => {
  const error = { code: 'rate_limit_exceeded', message: 'Rate limit reached. Please try again in 1.2s.' }
  const failed = { type: 'response.failed', response: { id: 'resp_1', status: 'failed', error } }
  const body = `event: response.failed\ndata: ${JSON.stringify(failed)}\n\n`
  const started = Date.now()
  const limited: Turn = { kind: 'garbage', type: 'text/event-stream', body }
  const { outcome, bodies } = await run(openai, [limited, call(FINISHING)])
  expect(outcome).toMatchObject({ reason: null })
  expect(bodies).toHaveLength(2)
  expect(Date.now() - started).toBeGreaterThanOrEqual(1200)
})

it.each(WIRE_FORMATS)(
  '$provider: a withheld answer ends the run, and the changes are kept',
  async (format) => {
    const held: Turn = { kind: 'answer', answer: { say: 'I cannot', end: 'refused' } }
    const { outcome, bodies } = await run(format, [call(EDITING), held])
    expect(outcome).toMatchObject({ reason: { code: 'content-refused' }, publishable: true })
    expect(outcome.reason?.message).toMatch(/refused the content: .*rephrases the request/)
    expect(bodies).toHaveLength(2)
  },
)

it.each([
  ['money', { costUsd: 0.000_01 }, 2, 'Unfinished work by Prentice'],
  ['tokens', { tokens: 1000 }, 2, 'Unfinished work by Prentice'],
  ['steps', { steps: 1 }, 3, FINISH.title],
] as const)('a last answer that breaks off, at a limit of %s', async (_, limit, asked, title) => {
  const broken: Turn = { kind: 'answer', answer: { calls: [FINISHING] }, breaks: { after: 4, how: 'cut' } }
  const limits = { steps: 20, seconds: 60, costUsd: 5, ...limit }
  const { outcome, bodies } = await run(anthropicMessages, [call(EDITING), broken, call(FINISHING)], {
    limits,
  })
  expect(bodies).toHaveLength(asked)
  expect(outcome).toMatchObject({ publishable: true, title, usage: { brokenOff: 1 } })
})
