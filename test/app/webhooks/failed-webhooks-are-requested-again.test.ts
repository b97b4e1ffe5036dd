import { expect, test } from 'vitest'
import type { FailedDelivery } from '../../../src/app/github/github.ts'
import { createLog } from '../../../src/app/log/create-log.ts'
import { receivedKeys } from '../../../src/app/webhooks/receive.ts'
import { chooseDeliveries, redeliverFailed } from '../../../src/app/webhooks/redeliver-failed.ts'
import { useCases } from '../../support/app/use-cases.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const MINUTE = 60_000

let ids = 0
const delivery = (guid: string, minutesAgo: number, event = 'pull_request'): FailedDelivery => {
  ids += 1
  return { id: String(ids), guid, event, at: NOW - minutesAgo * MINUTE }
}

const chosen = (...failed: FailedDelivery[]) => chooseDeliveries(failed, NOW).map(({ guid }) => guid)

test('a webhook is requested again once, oldest first', () => {
  expect(chosen(delivery('b', 5), delivery('a', 30), delivery('b', 10))).toEqual(['a', 'b'])
})

test('a webhook is requested at most three times', () => {
  expect(chosen(delivery('a', 1), delivery('a', 5), delivery('a', 10))).toEqual([])
})

test('a comment is worked on within an hour or not at all; a merge still counts after a day', () => {
  for (const event of ['issue_comment', 'issues', 'pull_request_review', 'pull_request_review_comment']) {
    expect(chosen(delivery('late', 61, event)), event).toEqual([])
    expect(chosen(delivery('soon', 59, event)), event).toEqual(['soon'])
  }
  expect(chosen(delivery('merge', 23 * 60), delivery('old', 25 * 60))).toEqual(['merge'])
})

test('a click on a button is never repeated, and a check that failed is', () => {
  const check = (action: string) => ({ ...delivery(action, 5, 'check_run'), action })
  expect(chosen(check('requested_action'), check('rerequested'), check('completed'))).toEqual(['completed'])
})

async function world(failed: FailedDelivery[], gone: readonly FailedDelivery[] = []) {
  const given = await useCases()
  const { log } = createLog('silent')
  const requested: string[] = []
  const asked: Date[] = []
  const github = {
    async listFailedDeliveries(since: Date) {
      asked.push(since)
      return failed
    },
    async redeliver(id: string) {
      requested.push(id)
      return !gone.some((one) => one.id === id)
    },
  }
  return {
    ...given,
    requested,
    asked,
    look: (isStart = false) => redeliverFailed({ ...given, github, log }, { isStart }),
  }
}

test('a webhook that the server has handled meanwhile is not requested', async () => {
  const [handled, lost] = [delivery('handled', 5), delivery('lost', 5)]
  const { store, look, requested } = await world([handled, lost])
  await store.commit({ set: [{ key: receivedKeys.delivery('handled'), value: '' }] })
  await look()
  expect(requested).toEqual([lost.id])
})

test('a webhook that GitHub does not have any more does not keep the others from being requested', async () => {
  const [gone, lost] = [delivery('gone', 10), delivery('lost', 5)]
  const { look, requested } = await world([gone, lost], [gone])
  await look()
  expect(requested).toEqual([gone.id, lost.id])
})

test('only one of several servers asks for failed webhooks, and an outage costs a bounded number of requests', async () => {
  const { look, requested, asked, clock } = await world(
    Array.from({ length: 200 }, (_, i) => delivery(`g${i}`, 10)),
  )
  await Promise.all([look(), look(), look()])
  expect(asked).toHaveLength(1)
  expect(requested).toHaveLength(50)
  await look()
  expect(asked).toHaveLength(1)
  await look(true)
  expect(asked).toHaveLength(2)
  clock.at += 5 * MINUTE
  await look()
  expect(asked).toHaveLength(3)
})
