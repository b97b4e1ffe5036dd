import { expect, test } from 'vitest'
import { eventKeys } from '../../../../src/app/job-store/read-progress.ts'
import { runKeys } from '../../../../src/app/job-store/run-history.ts'
import { recordEvents } from '../../../../src/app/runs/record-events.ts'
import type { RecordedEvent } from '../../../../src/contract/events.ts'
import { claimedRun, SECRET } from '../../../support/app/claimed-run.ts'
import { useCases } from '../../../support/app/use-cases.ts'

const at = '2026-11-20T12:00:00.000Z'

async function startedRun() {
  const world = await useCases()
  const { key, run } = await claimedRun(world)
  const send = (events: RecordedEvent[]) => recordEvents(world, run, SECRET, { events, acknowledged: 1 })
  return {
    world,
    run,
    send,
    /** One note with this number. */
    note: (seq: number, text = 'x') => send([{ seq, at, event: { type: 'note', text } }]),
    /** Numbers of the batches that are stored. */
    async kept(): Promise<number[]> {
      const entries = await world.store.list({ prefix: eventKeys.of(key.job), limit: 100 })
      return entries.flatMap(({ value }) => JSON.parse(value).map(({ seq }: RecordedEvent) => seq))
    },
    heartbeat: async () => JSON.parse((await world.store.get(runKeys.heartbeat(run))) ?? 'null'),
  }
}

test('the batch after event 1,999 is stored, the batch after event 2,000 is not', async () => {
  const { note, kept, heartbeat } = await startedRun()
  await note(1_999)
  await note(2_000)
  await note(2_001)
  expect(await kept()).toEqual([1_999, 2_000])
  expect(await heartbeat()).toMatchObject({ seq: 2_001 })
})

test('repeated events are neither stored nor counted twice', async () => {
  const { note, kept, heartbeat } = await startedRun()
  await note(1)
  const before = await heartbeat()
  await note(1)
  expect(await kept()).toEqual([1])
  expect(await heartbeat()).toEqual(before)
})

test.each([
  [1_000_000, [2]],
  [1_000_001, []],
])('a batch that makes %i characters in total stores %j', async (total, expected) => {
  const { world, run, note, kept, heartbeat } = await startedRun()
  const length = JSON.stringify([{ seq: 2, at, event: { type: 'note', text: 'x' } }]).length
  const stored = { at: world.clock.at, seq: 1, bytes: total - length, costUsd: 0 }
  await world.store.commit({ set: [{ key: runKeys.heartbeat(run), value: JSON.stringify(stored) }] })
  await note(2)
  expect(await kept()).toEqual(expected)
  expect(await heartbeat()).toMatchObject({ seq: 2, bytes: expected.length > 0 ? total : total - length })
})

test('a heartbeat without new events is written every 30 seconds', async () => {
  const { world, send, heartbeat } = await startedRun()
  await send([])
  const first = (await heartbeat()).at
  expect(first).toBe(world.clock.at)
  world.clock.at += 29_999
  await send([])
  expect((await heartbeat()).at).toBe(first)
  world.clock.at += 1
  await send([])
  expect((await heartbeat()).at).toBe(first + 30_000)
})

test('a heartbeat is kept for 40 days, longer than any workflow run takes', async () => {
  const { world, run, send } = await startedRun()
  await send([])
  const [kept] = await world.store.exported([runKeys.heartbeat(run)])
  expect(kept?.expiresAt).toBe(world.clock.at + 40 * 86_400_000)
})
