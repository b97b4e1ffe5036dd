import { expect, test } from 'vitest'
import type { Turn } from '../../../fakes/model/wire/scripted-provider.ts'
import type { WireFormat } from '../../../fakes/model/wire/wire-format.ts'
import { WIRE_FORMATS } from '../../../fakes/model/wire/wire-formats.ts'
import { type Episode, playEpisodes } from '../../../support/whole-run/run-scenarios.ts'
import { call, mark } from '../../../support/whole-run/wire-world.ts'

const GARBAGE = [
  { kind: 'garbage', type: 'text/html', body: '<html><body>Welcome to the hotel wifi</body></html>' },
  { kind: 'garbage', type: 'text/event-stream', body: 'data: {"hel\n\n' },
  { kind: 'garbage', type: 'text/event-stream', body: '' },
  { kind: 'garbage', type: 'application/json', body: '{}' },
] as const

const giveUp = (after: number): Turn => ({ ...call(mark('x')), breaks: { after, how: 'error' } })

function troublesOf({ provider }: WireFormat): readonly Episode[] {
  const overloaded: Turn = {
    kind: 'failure',
    status: provider === 'anthropic' ? 529 : 503,
    message: 'Overloaded',
  }
  // Google names the time in the body, the others in a header.
  const headers = provider === 'google' ? {} : { 'retry-after': '1' }
  const limited: Turn = { kind: 'failure', status: 429, message: 'Too many requests', headers }
  return [
    { what: 'a rate limit, for as long as it asks', turns: [limited], lost: 1 },
    { what: 'an overload', turns: [overloaded, overloaded], lost: 2 },
    { what: 'an overload that is told in the middle of an answer', turns: [giveUp(0), giveUp(3)], lost: 2 },
    ...GARBAGE.map((garbage) => ({
      what: `a 200 that is no answer (${garbage.type}, ${garbage.body.length})`,
      turns: [garbage],
      lost: 1,
    })),
  ]
}

test.each(WIRE_FORMATS)(
  '$provider: rate limits, overloads and malformed responses are retried',
  async (format) => {
    const { ms, requestsOf } = await playEpisodes(format, troublesOf(format))
    expect(ms).toBeGreaterThanOrEqual(1000)
    const [limited, again] = requestsOf(0)
    expect(again?.body).toBe(limited?.body)
  },
)
