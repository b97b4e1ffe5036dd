import { describe, expect, test } from 'vitest'
import { readPrompts } from '../../../../src/app/job-store/messages.ts'
import { cancelJob } from '../../../../src/app/jobs/cancel-job.ts'
import { recordEvents } from '../../../../src/app/runs/record-events.ts'
import { A_TEST } from '../../../support/app/actors.ts'
import { claimedRun, SECRET } from '../../../support/app/claimed-run.ts'
import { dispatchingGithub, useCases } from '../../../support/app/use-cases.ts'
import { dispatched, NOWHERE, OTHER, refused } from './dispatched-run.ts'

describe('a request of a runner', () => {
  const events = { events: [], acknowledged: 0 }

  test('without a run, with another secret, or after the next run began', async () => {
    const world = await useCases(dispatchingGithub())
    const { key, run } = await claimedRun(world)
    const ask = (of: string, secret: string) => recordEvents(world, of, secret, events)
    expect(await ask(NOWHERE, SECRET)).toEqual(refused('unknown-run', `there is no run ${NOWHERE}`))
    expect(await ask('nonsense', SECRET)).toEqual(refused('unknown-run', 'there is no run nonsense'))
    expect(await ask(run, OTHER)).toEqual(
      refused('wrong-secret', `this is not the secret of the runner that claimed ${run}`),
    )
    await cancelJob(world, key, A_TEST)
    expect(await ask(run, SECRET)).toEqual({ kind: 'recorded', messages: [], stop: true })
    await world.message(key.job, 'next')
    expect(await ask(run, SECRET)).toEqual(refused('run-ended', `run ${run} has ended`))
  })

  test('with a secret, before any runner has claimed the run', async () => {
    const { world, run } = await dispatched()
    expect(await recordEvents(world, run, SECRET, events)).toMatchObject(refused('wrong-secret', /secret/))
  })

  test('gets new messages until it has acknowledged them, while it works', async () => {
    const world = await useCases(dispatchingGithub())
    const { key, run, job } = await claimedRun(world)
    await world.message(key.job, 'more')
    const ask = (acknowledged: number) => recordEvents(world, run, SECRET, { events: [], acknowledged })
    const messages = [{ number: 2, text: 'more' }]
    expect(await ask(1)).toEqual({ kind: 'recorded', messages, stop: false })
    expect(await ask(1)).toEqual({ kind: 'recorded', messages, stop: false })
    expect(await ask(2)).toEqual({ kind: 'recorded', messages: [], stop: false })
    expect((await job()).taken).toBe(2)
    expect(await readPrompts(world.store, key.job, 1, 2)).toHaveLength(2)
  })
})
