import { describe, expect, it } from 'vitest'
import { call, FINISH, finish, runScript, say } from '../../../support/action/scripted-run.ts'

const LIMITS = { steps: 20, seconds: 60, costUsd: 5 }
/** An answer counts 1,000 tokens and 100: 0.0045 USD. */
const PRICES = JSON.stringify({ 'anthropic/claude-sonnet-4-5': { input: 3, output: 15, window: 8000 } })
const LONG = 'word '.repeat(6000)
/** What it says is more than the window holds, and cannot be had again. */
const saysMuch = {
  answer: { content: LONG, ...call(['write', { path: 'a.txt', text: 'a' }]).answer },
} as const
const isSummaryAsked = (body = '') => body.includes('The conversation is about to be shortened')

describe.concurrent('a conversation that needs a summary', () => {
  it('gets one if there is money for it', async () => {
    const { outcome, requests } = await runScript({
      environment: { PRICES },
      turns: [saysMuch, say('Goal: greet.'), finish()],
      task: { limits: LIMITS },
    })
    expect(requests.map(isSummaryAsked)).toEqual([false, true, false])
    expect(outcome).toMatchObject({ reason: null, title: FINISH.title })
  })

  it('ends with the last call if the summary has reached the cost limit', async () => {
    const { outcome, requests } = await runScript({
      environment: { PRICES },
      turns: [saysMuch, say('Goal: greet.'), finish()],
      forever: saysMuch,
      task: { limits: { ...LIMITS, costUsd: 0.009 } },
    })
    expect(requests).toHaveLength(3)
    expect(requests[2]).toContain('"tool_choice":{"type":"tool","name":"finish"')
    expect(requests[2]).toContain('Goal: greet.')
    expect(outcome).toMatchObject({ reason: { code: 'cost-limit' }, title: FINISH.title })
  })

  it('ends with the last call if the time ran out during the summary', async () => {
    let at = 0
    const { outcome, requests } = await runScript({
      environment: { PRICES },
      turns: [saysMuch, { ...say('Goal: greet.'), how: { latency: 600_000 } }, finish()],
      task: { limits: { ...LIMITS, seconds: 60 } },
      now: () => at,
      onEvent({ type }) {
        if (type === 'tool') at = 59_700
      },
    })
    expect(requests).toHaveLength(3)
    expect(outcome).toMatchObject({ reason: { code: 'time-limit' }, title: FINISH.title })
  })

  it('gets a list of the calls instead before the last call', async () => {
    const { outcome, requests } = await runScript({
      environment: { PRICES },
      turns: [call(['read', { path: 'hello.txt' }]), saysMuch, finish()],
      forever: say('Goal: greet.'),
      task: { limits: { ...LIMITS, steps: 2 } },
    })
    expect(requests).toHaveLength(3)
    expect(requests.some(isSummaryAsked)).toBe(false)
    expect(requests[2]).toContain('\\n- read hello.txt\\n- write a.txt\\n')
    expect(outcome).toMatchObject({ reason: { code: 'step-limit' }, title: FINISH.title })
  })
})
