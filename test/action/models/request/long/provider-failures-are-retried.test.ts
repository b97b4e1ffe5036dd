import { describe, expect, it, vi } from 'vitest'
import type { Turn } from '../../../../fakes/model/model-server.ts'
import { call, fail, finish, PROVIDERS, runScript } from '../../../../support/action/scripted-run.ts'

const EDIT = call(['edit', { path: 'hello.txt', old: 'hello', new: 'hello world' }])
/** The edit with some words before it, so that every wire format needs several chunks. */
const broken = (how: NonNullable<Turn['how']>): Turn => ({
  answer: { content: 'Let me greet the world now.', ...EDIT.answer },
  how: { chunkSize: 6, ...how },
})

describe.concurrent.each(PROVIDERS)('$provider', (wire) => {
  it('waits as long as a 429 asks for', async () => {
    const started = Date.now()
    const { outcome, files } = await runScript({ wire, turns: [fail(429, 'slow down', 1), EDIT, finish()] })
    expect(outcome).toMatchObject({ reason: null, publishable: true, usage: { steps: 2 } })
    expect(files['hello.txt']).toBe('hello world\n')
    expect(Date.now() - started).toBeGreaterThanOrEqual(1000)
  })

  it('gives up on an overload that lasts', async () => {
    const forever = fail(529, 'overloaded')
    const { outcome, requests } = await runScript({
      wire,
      turns: [],
      forever,
      retrySettings: { patienceMs: 100 },
    })
    expect(outcome).toMatchObject({ reason: { code: 'model-failed' }, publishable: false })
    expect(outcome.reason?.message).toContain('overloaded')
    expect(requests.length).toBeGreaterThan(1)
  })

  it.each([
    ['a disconnect in the middle of an edit', broken({ truncateAfterChunks: 3 }), {}],
    ['a disconnect before the first word', broken({ chaos: { disconnectRate: 1 } }), {}],
    ['an answer that is garbage', broken({ chaos: { malformedRate: 1 } }), {}],
    // Shorter, and a busy machine is taken for a silent one.
    [
      'a silence in the middle of an answer',
      broken({ latency: 600_000 }),
      { firstChunkMs: 10_000, chunkMs: 10_000 },
    ],
  ])('asks again after %s, and edits once', async (_, turn, retrySettings) => {
    const { outcome, files, requests, events } = await runScript({
      wire,
      turns: [turn, EDIT, finish()],
      retrySettings,
    })
    expect(outcome).toMatchObject({ reason: null, publishable: true, usage: { steps: 2 } })
    expect(files['hello.txt']).toBe('hello world\n')
    expect(requests).toHaveLength(3)
    expect(events.filter(({ type }) => type === 'tool')).toHaveLength(2)
  })

  it('accepts an answer with an unknown finish reason', async () => {
    const odd = { ...EDIT, answer: { ...EDIT.answer, finishReason: 'moonlight' } }
    const { outcome, files } = await runScript({ wire, turns: [odd, finish()] })
    expect(outcome).toMatchObject({ reason: null, usage: { steps: 2 } })
    expect(files['hello.txt']).toBe('hello world\n')
  })

  it('does not ask again after a refusal, and hides the key', async () => {
    const turns = [fail(401, 'no such key: key-1234567890abcdef')]
    const { outcome, requests } = await runScript({ wire, turns, forever: finish() })
    expect(outcome).toMatchObject({ reason: { code: 'model-refused' }, publishable: false })
    expect(outcome.reason?.message).toContain('no such key: ***')
    expect(requests).toHaveLength(1)
  })

  it('recognizes a conversation that is too long', async () => {
    const forever = fail(400, 'prompt is too long: 250000 tokens > 200000 maximum')
    const { outcome } = await runScript({ wire, turns: [], forever })
    expect(outcome).toMatchObject({ reason: { code: 'context-too-long' }, publishable: false })
  })

  it('shortens the conversation once when it is too long', async () => {
    const turns = [EDIT, fail(400, 'prompt is too long: 250000 tokens > 200000 maximum'), finish()]
    const { outcome } = await runScript({ wire, turns })
    expect(outcome).toMatchObject({ reason: null, publishable: true, usage: { steps: 2 } })
  })

  it('tells the model about input that is not JSON and tools that do not exist', async () => {
    const { outcome, files, requests } = await runScript({
      wire,
      turns: [
        call(['edit', '{"path": "hello.txt", "old": "he']),
        call(['shell', { command: 'ls' }]),
        EDIT,
        finish(),
      ],
    })
    expect(outcome).toMatchObject({ reason: null, usage: { steps: 4 } })
    expect(files['hello.txt']).toBe('hello world\n')
    expect(requests.at(-1)).toContain('The tools are list, search, read')
  })
})

it('prints nothing, whatever the provider does', async () => {
  const printed = (['log', 'info', 'warn', 'error'] as const).map((name) => vi.spyOn(console, name))
  const turns = [fail(529, 'overloaded'), broken({ truncateAfterChunks: 3 }), EDIT, finish()]
  for (const wire of PROVIDERS) await runScript({ wire, turns })
  for (const spy of printed) expect(spy).not.toHaveBeenCalled()
  vi.restoreAllMocks()
})
