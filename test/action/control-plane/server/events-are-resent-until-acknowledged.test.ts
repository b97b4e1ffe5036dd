import { expect, test } from 'vitest'
import { openProgressReporter } from '../../../../src/action/control-plane/server/progress-reporter.ts'
import { ServerRefusal } from '../../../../src/action/control-plane/server/request.ts'
import type { EventsRequest } from '../../../../src/contract/runner-protocol/protocol.ts'

const NOTHING = { messages: [], stop: false }

function progressTo(
  send: (request: EventsRequest) => Promise<{ messages: { number: number; text: string }[]; stop: boolean }>,
  intervals = { flushMs: 5, heartbeatMs: 60_000 },
  { signal }: { readonly signal: AbortSignal } = new AbortController(),
) {
  const seen = { warnings: [] as string[], stops: 0 }
  const progress = openProgressReporter({
    send,
    acknowledged: 1,
    onStop: () => {
      seen.stops += 1
    },
    warn: (text) => seen.warnings.push(text),
    now: Date.now,
    intervals,
    lastRetries: { totalMs: 10_000, firstWaitMs: 1 },
    signal,
  })
  return { progress, seen }
}

test('an event is sent again with the same number while the app is away, and the log reports it once', async () => {
  const requests: EventsRequest[] = []
  const { progress, seen } = progressTo(async (request) => {
    requests.push(request)
    if (requests.length < 4) throw new Error('connect ECONNREFUSED')
    return NOTHING
  })
  progress.report({ type: 'note', text: 'first' })
  await expect.poll(() => requests.length).toBeGreaterThanOrEqual(4)
  progress.report({ type: 'note', text: 'second' })
  await progress.close()
  expect(requests.slice(0, 4).map(({ events }) => events.map(({ seq }) => seq))).toEqual([[1], [1], [1], [1]])
  expect(requests.at(-1)?.events.map(({ seq }) => seq)).toEqual([2])
  expect(seen.warnings).toHaveLength(1)
})

test('a request that the end of the run breaks off is not the fault of the app', async () => {
  const stopped = new AbortController()
  let attempts = 0
  const { progress, seen } = progressTo(
    async () => {
      attempts += 1
      stopped.abort(new Error('stopped by the runner (SIGINT)'))
      throw stopped.signal.reason
    },
    undefined,
    stopped,
  )
  progress.report({ type: 'note', text: 'late' })
  await expect.poll(() => attempts).toBeGreaterThan(0)
  await progress.close()
  expect(seen.warnings).toEqual([])
})

test('the last events reach an app that was away at the last attempt', async () => {
  const taken: string[] = []
  let isAway = true
  let attempts = 0
  const { progress } = progressTo(async ({ events }) => {
    attempts += 1
    if (isAway) throw new Error('connect ECONNREFUSED')
    taken.push(...events.map(({ event }) => (event.type === 'note' ? event.text : event.type)))
    return NOTHING
  })
  progress.report({ type: 'note', text: 'before' })
  await expect.poll(() => attempts).toBeGreaterThan(0)
  progress.report({ type: 'note', text: 'at the end' })
  const closed = progress.close()
  isAway = false
  await closed
  expect(taken).toEqual(['before', 'at the end'])
})

test('a heartbeat goes out where there is nothing to say', async () => {
  const requests: EventsRequest[] = []
  const { progress } = progressTo(
    async (request) => {
      requests.push(request)
      return NOTHING
    },
    { flushMs: 5, heartbeatMs: 10 },
  )
  await expect.poll(() => requests.length).toBeGreaterThanOrEqual(2)
  await progress.close()
  expect(requests[0]).toEqual({ events: [], acknowledged: 1 })
})

test('a message comes out once, however often the app repeats it', async () => {
  let asked = 0
  const { progress } = progressTo(
    async () => {
      asked += 1
      const messages = [2, 1, 3].map((number) => ({ number, text: `message ${number}` }))
      return { messages, stop: false }
    },
    { flushMs: 5, heartbeatMs: 5 },
  )
  await expect.poll(() => asked).toBeGreaterThanOrEqual(3)
  expect(progress.takeMessages().map(({ number }) => number)).toEqual([2, 3])
  await expect.poll(() => asked).toBeGreaterThanOrEqual(5)
  expect(progress.takeMessages()).toEqual([])
  progress.report({ type: 'message', number: 3 })
  expect(progress.acknowledged).toBe(3)
  await progress.close()
})

test.each([409, 410])('HTTP %i ends the run', async (status) => {
  const { progress, seen } = progressTo(async () => {
    throw new ServerRefusal(status, 'over', null)
  })
  progress.report({ type: 'note', text: 'late' })
  await expect.poll(() => seen.stops).toBe(1)
  await progress.close()
})

test('an event that the app refuses permanently does not delay the next', async () => {
  const taken: number[] = []
  let requests = 0
  const { progress } = progressTo(async ({ events }) => {
    requests += 1
    if (events.some(({ seq }) => seq === 1)) throw new ServerRefusal(400, 'bad event', null)
    taken.push(...events.map(({ seq }) => seq))
    return NOTHING
  })
  progress.report({ type: 'note', text: 'refused' })
  await expect.poll(() => requests).toBeGreaterThan(0)
  progress.report({ type: 'note', text: 'fine' })
  await expect.poll(() => taken).toEqual([2])
  await progress.close()
})
