import { expect, test } from 'vitest'
import { runId } from '../../../../src/app/domain/run-id.ts'
import { advanceJob } from '../../../../src/app/job-store/update-job.ts'
import { cancelJob } from '../../../../src/app/jobs/cancel-job.ts'
import { claimRun } from '../../../../src/app/runs/claim-run.ts'
import { dispatchRun } from '../../../../src/app/runs/dispatch-run.ts'
import { recordEvents } from '../../../../src/app/runs/record-events.ts'
import { recordResult } from '../../../../src/app/runs/record-result.ts'
import { reason } from '../../../../src/contract/reasons.ts'
import { PROTOCOL_VERSION } from '../../../../src/contract/runner-protocol/protocol.ts'
import { A_TEST } from '../../../support/app/actors.ts'
import { claimedRun, identity, SECRET } from '../../../support/app/claimed-run.ts'
import { useCases } from '../../../support/app/use-cases.ts'

/** A job whose first run failed, and whose second waits for its dispatch or, if told, for its runner. */
async function secondTurn(isDispatched: boolean) {
  const world = await useCases()
  const { key, run, job } = await claimedRun(world)
  await advanceJob(world, key, { type: 'failed', reason: reason('runner-failed', 'x') })
  await world.message(key.job, 'once more')
  if (isDispatched) await dispatchRun(world, await job())
  return { world, run, job }
}

test.each([
  ['waits for its dispatch', false],
  ['waits for its runner', true],
])('the runner of the first run stops while the second %s', async (_, isDispatched) => {
  const { world, run, job } = await secondTurn(isDispatched)
  const before = await job()
  expect(await claimRun(world, identity(), SECRET, { run, protocol: PROTOCOL_VERSION })).toMatchObject({
    kind: 'refused',
    why: 'run-ended',
  })
  expect(await recordEvents(world, run, SECRET, { events: [], acknowledged: 2 })).toMatchObject({
    kind: 'refused',
    why: 'run-ended',
  })
  const result = { outcome: 'no-change', acknowledged: 2, summary: null, usage: null, headSha: null } as const
  expect(await recordResult(world, run, SECRET, result)).toMatchObject({ kind: 'refused', why: 'run-ended' })
  expect(await job()).toEqual(before)
  expect(before.run).toMatchObject({ number: 2, state: isDispatched ? 'dispatched' : 'queued' })
})

test('an old runner of the first run does not end the second one', async () => {
  const { world, run, job } = await secondTurn(true)
  expect(await claimRun(world, identity(), SECRET, { run, protocol: 1_000 })).toMatchObject({
    kind: 'refused',
    why: 'run-ended',
  })
  expect((await job()).run.state).toBe('dispatched')
})

test('a run that is cancelled while its claim is decided is refused as one that has ended', async () => {
  const world = await useCases()
  const { id } = await world.newJob()
  await dispatchRun(world, await world.job(id))
  const key = { project: 'prj_ya', job: id }
  let isCancelled = false
  const store: typeof world.store = {
    ...world.store,
    async getMany(keys) {
      if (!isCancelled) {
        isCancelled = true
        await cancelJob(world, key, A_TEST)
      }
      return world.store.getMany(keys)
    },
  }
  const claim = { run: runId({ ...key, run: 1 }), protocol: PROTOCOL_VERSION }
  expect(await claimRun({ ...world, store }, identity(), SECRET, claim)).toMatchObject({
    kind: 'refused',
    why: 'run-ended',
  })
  expect((await world.job(id)).run.state).toBe('cancelled')
})
