import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { AgentEvent } from '../../../src/contract/events.ts'
import { call, FINISH, fail, finish, PROVIDERS, runScript, say } from '../../support/action/scripted-run.ts'

const limits = { steps: 20, seconds: 60, costUsd: 5 }
const read = (from: number) => call(['read', { path: 'hello.txt', from }])
const write = (text: string) => call(['write', { path: 'a.txt', text }])

describe.concurrent('limits', () => {
  it('wraps up after the last step, after one warning', async () => {
    const { outcome, requests, files } = await runScript({
      turns: [read(1), write('1'), write('2'), write('3'), finish()],
      task: { limits: { ...limits, steps: 4 } },
    })
    expect(outcome).toMatchObject({
      reason: { code: 'step-limit' },
      publishable: true,
      title: FINISH.title,
      usage: { steps: 5 },
    })
    expect(files['a.txt']).toBe('3')
    expect(requests.at(-1)?.match(/You have used 3 of 4 steps/g)).toHaveLength(1)
    expect(requests.at(-1)).toContain('"tool_choice":{"type":"tool","name":"finish"')
  })

  it('stops at the cost limit', async () => {
    // A step costs 1,000 x 3 + 100 x 15 millionths of a dollar.
    const { outcome } = await runScript({
      turns: [write('1'), write('2'), finish()],
      task: { limits: { ...limits, costUsd: 0.009 } },
    })
    expect(outcome.reason).toMatchObject({ code: 'cost-limit' })
    expect(outcome.publishable).toBe(true)
    expect(outcome.usage.costUsd).toBeCloseTo(0.0135)
  })

  it('names the budget that set the cost limit', async () => {
    const costBudget = "all that was left of the organisation's budget docs for this month"
    const { outcome } = await runScript({
      turns: [write('1'), finish()],
      task: { limits: { ...limits, costUsd: 0.004, costBudget } },
    })
    expect(outcome.reason?.message).toMatch(
      /^The run reached its limit of \S+( \S+)? USD, all that was left of/,
    )
  })

  it('stops at the limit of tokens, read and written, after a warning', async () => {
    // A step is 1,100 tokens.
    const { outcome, requests } = await runScript({
      turns: [write('1'), write('2'), write('3'), write('4'), finish()],
      task: { limits: { ...limits, tokens: 4000 } },
    })
    expect(outcome).toMatchObject({ reason: { code: 'token-limit' }, publishable: true, title: FINISH.title })
    expect(outcome.reason?.message).toContain('its limit of 4000 tokens')
    expect(requests[3]).toContain('You have used 3300 of 4000 tokens')
  })

  it('stops a model call at the time limit', async () => {
    let at = 0
    const { outcome, files } = await runScript({
      turns: [write('1'), { ...write('2'), how: { latency: 600_000 } }, finish()],
      task: { limits: { ...limits, seconds: 60 } },
      now: () => at,
      onEvent({ type }) {
        if (type === 'tool') at = 59_700
      },
    })
    expect(outcome).toMatchObject({ reason: { code: 'time-limit' }, publishable: true, title: FINISH.title })
    expect(files['a.txt']).toBe('1')
  })

  it('does not end a run whose time is longer than a timer can hold', async () => {
    const { outcome } = await runScript({
      turns: [{ ...write('1'), how: { latency: 300 } }, finish()],
      task: { limits: { ...limits, seconds: 2 ** 31 / 1000 + 1 } },
    })
    expect(outcome).toMatchObject({ reason: null, publishable: true })
  })

  it('keeps the work when the last call fails', async () => {
    const { outcome } = await runScript({
      turns: [write('1'), fail(401, 'key revoked')],
      task: { limits: { ...limits, steps: 1 } },
    })
    expect(outcome).toMatchObject({ reason: { code: 'step-limit' }, publishable: true })
    expect(outcome.title).toBe('Unfinished work by Prentice')
  })

  it.each(PROVIDERS)(
    'accepts text of $provider instead of the last finish, and counts its usage',
    async (wire) => {
      const { outcome, requests } = await runScript({
        wire,
        turns: [write('1'), say('Half is done.')],
        forever: read(1),
        task: { limits: { ...limits, steps: 1 } },
      })
      expect(requests).toHaveLength(2)
      expect(outcome).toMatchObject({
        reason: { code: 'step-limit' },
        publishable: true,
        title: 'Half is done.',
        usage: { steps: 2, inputTokens: 2000 },
      })
    },
  )

  it('asks only once for the last finish, even if another tool is called', async () => {
    const { outcome, requests } = await runScript({
      turns: [write('1')],
      forever: write('2'),
      task: { limits: { ...limits, steps: 1 } },
    })
    expect(requests).toHaveLength(2)
    expect(outcome).toMatchObject({
      publishable: true,
      title: 'Unfinished work by Prentice',
      usage: { steps: 2 },
    })
  })

  it('ends the run of a model that repeats itself', async () => {
    const { outcome, requests } = await runScript({ turns: [read(1), read(1), read(1), read(1), finish()] })
    expect(outcome).toMatchObject({ reason: { code: 'agent-stuck' }, publishable: true, title: FINISH.title })
    expect(outcome.reason?.message).toContain('4 answers in a row made the same calls')
    expect(requests[3]).toContain(
      'Your last 3 answers made the same calls; one more such answer ends the run.',
    )
  })

  it('ends the run of a model whose calls all fail', async () => {
    const missing = [1, 2, 3, 4, 5].map((n) => call(['read', { path: `missing-${n}` }]))
    const { outcome, requests } = await runScript({ turns: [...missing, finish()] })
    expect(requests[4]).toContain(
      'Every call of your last 4 answers failed; one more such answer ends the run.',
    )
    expect(outcome.reason?.message).toContain('every tool call of 5 answers in a row failed')
  })

  it('reminds a model that calls no tool twice, then takes its text as the end', async () => {
    const { outcome, requests } = await runScript({
      turns: [say('Hm.'), say('Well.'), say('## All done\n\nNothing to do.')],
    })
    expect(outcome).toMatchObject({ reason: null, publishable: true, title: 'All done' })
    expect(outcome.summary).toContain('Nothing to do.')
    expect(requests.at(-1)?.match(/called no tool/g)).toHaveLength(2)
  })

  it('reviews work that ends without a call of finish', async () => {
    const conflict = call(['write', { path: 'a.txt', text: '<<<<<<< HEAD\n' }])
    const { outcome, requests } = await runScript({
      turns: [conflict, say('Hm.'), say('Well.'), say('Done.'), say('Done, I said.')],
    })
    expect(outcome).toMatchObject({ reason: null, publishable: true, title: 'Done, I said.' })
    expect(requests[4]).toContain('hold a conflict marker')
    expect(requests[4]).toContain('a.txt:1 conflict-marker')
  })

  it('does not take a truncated text as the end', async () => {
    const long = { answer: { content: 'I would begin with', finishReason: 'length' } } as const
    const { outcome } = await runScript({ turns: [long, long, long, finish()] })
    expect(outcome.reason).toMatchObject({ code: 'agent-stuck' })
  })

  it('lets a model correct an invalid finish', async () => {
    const { outcome, requests } = await runScript({
      turns: [call(['finish', { ...FINISH, title: 'two\nlines' }]), finish()],
    })
    expect(outcome).toMatchObject({ reason: null, title: FINISH.title })
    expect(requests.at(-1)).toContain('`title`: must be one line')
  })

  it('makes no call after an accepted finish', async () => {
    const { outcome, files, events } = await runScript({
      turns: [call(['finish', { ...FINISH, no_change: true }], ['write', { path: 'a.txt', text: 'late' }])],
    })
    expect(outcome).toMatchObject({ reason: null, title: FINISH.title, usage: { steps: 1 } })
    expect(files).not.toHaveProperty(['a.txt'])
    expect(events.filter(({ type }) => type === 'tool')).toHaveLength(1)
  })

  it('does not finish if a call failed in the same answer', async () => {
    const { outcome, requests } = await runScript({
      turns: [call(['edit', { path: 'hello.txt', old: 'goodbye', new: 'hi' }], ['finish', FINISH]), finish()],
    })
    expect(outcome).toMatchObject({ reason: null, usage: { steps: 2 } })
    expect(requests.at(-1)).toContain('Not finished: a call before it failed')
  })
})

// By itself: the deadline of its step is that of the process.
it('makes no further call of an answer after the deadline', async () => {
  const deadline = new AbortController()
  const { timeout } = AbortSignal
  const spy = vi
    .spyOn(AbortSignal, 'timeout')
    .mockImplementation((ms) => (ms === 60_000 ? deadline.signal : timeout.call(AbortSignal, ms)))
  onTestFinished(() => spy.mockRestore())
  const endTime = (event: AgentEvent) => {
    if (event.type === 'tool' && event.target === '2.txt') setTimeout(() => deadline.abort())
  }
  const write = (n: number) => ['write', { path: `${n}.txt`, text: 'x' }] as const
  const { outcome, files, requests } = await runScript({
    turns: [call(...[1, 2, 3, 4, 5, 6].map(write), ['finish', FINISH]), finish()],
    task: { limits: { ...limits, seconds: 60 } },
    now: () => 0,
    onEvent: endTime,
  })
  expect(files).toHaveProperty(['1.txt'])
  expect(files).not.toHaveProperty(['6.txt'])
  expect(requests[1]).toContain('Not done: the work had ended.')
  expect(outcome).toMatchObject({ reason: { code: 'time-limit' }, publishable: true, title: FINISH.title })
})
