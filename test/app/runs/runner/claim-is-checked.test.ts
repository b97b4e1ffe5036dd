import { describe, expect, test } from 'vitest'
import { runId } from '../../../../src/app/domain/run-id.ts'
import { cancelJob } from '../../../../src/app/jobs/cancel-job.ts'
import { claimRun } from '../../../../src/app/runs/claim-run.ts'
import { reason } from '../../../../src/contract/reasons.ts'
import { A_TEST } from '../../../support/app/actors.ts'
import { identity, SECRET } from '../../../support/app/claimed-run.ts'
import { useCases } from '../../../support/app/use-cases.ts'
import { dispatched, NOWHERE, OTHER, refused } from './dispatched-run.ts'

describe('a claim', () => {
  test('of an unknown run is refused', async () => {
    const { world } = await dispatched()
    for (const run of [NOWHERE, 'nonsense'])
      expect(await claimRun(world, identity(), SECRET, { run, protocol: 1 })).toEqual(
        refused('unknown-run', `there is no run ${run}`),
      )
  })

  test('of a run that has ended, or that another turn follows, is refused', async () => {
    const { world, run, key } = await dispatched()
    const claim = (of = run) => claimRun(world, identity(), SECRET, { run: of, protocol: 1 })
    expect(await claim(runId({ ...key, run: 2 }))).toMatchObject(refused('run-ended', /has ended$/))
    await cancelJob(world, key, A_TEST)
    expect(await claim()).toEqual(refused('run-ended', `run ${run} has ended`))
  })

  test('of a run that was not dispatched is refused', async () => {
    const world = await useCases()
    const { id } = await world.newJob()
    const run = runId({ project: 'prj_ya', job: id, run: 1 })
    expect(await claimRun(world, identity(), SECRET, { run, protocol: 1 })).toEqual(
      refused('not-dispatched', `run ${run} was not dispatched`),
    )
  })

  test('by another workflow run is refused', async () => {
    const { world, run, job } = await dispatched()
    const claimed = await claimRun(world, identity({ workflowRunId: 5 }), SECRET, { run, protocol: 1 })
    expect(claimed).toEqual(
      refused(
        'wrong-workflow-run',
        new RegExp(`^this is not the workflow run that belongs to run ${run}: .*5`),
      ),
    )
    expect((await job()).run.state).toBe('dispatched')
  })

  test('from a repository that changed hands ends the run', async () => {
    const { world, run, job } = await dispatched()
    const there = identity({
      repositoryOwnerId: 78,
      workflowRef: identity().workflowRef.replace('acme', 'new'),
    })
    const moved = { ...there, jobWorkflowRef: there.workflowRef }
    const why = reason('repository-transferred', 'it is new/docs')
    expect(await claimRun(world, moved, SECRET, { run, protocol: 1 })).toEqual(
      refused('run-ended', why.message),
    )
    expect((await job()).run).toMatchObject({ state: 'failed', reason: why })
  })

  test('by an action of an unknown protocol ends the run', async () => {
    const { world, run, job } = await dispatched()
    const claimed = await claimRun(world, identity(), SECRET, { run, protocol: 99 })
    const why = reason('server-too-old', '99, and the server 1')
    expect(claimed).toEqual({ ...refused('unsupported-protocol', why.message), reason: 'server-too-old' })
    expect((await job()).run.reason).toEqual(why)
  })

  test('by an action that cannot run checks ends the run, and its prompt goes to the next one', async () => {
    const settings = [{ path: '.github/prentice.yml', text: 'checks: [npm test]\n' }]
    const { world, key, run, job } = await dispatched({
      readProjectFiles: async () => ({ settings, instructions: [] }),
    })
    const claimed = await claimRun(world, identity(), SECRET, { run, protocol: 1, features: [] })
    expect(claimed).toMatchObject({ kind: 'refused', why: 'unsupported-protocol', reason: 'action-too-old' })
    expect((await job()).run).toMatchObject({ state: 'failed', reason: { code: 'action-too-old' } })
    await world.message(key.job, 'more')
    expect((await job()).run).toMatchObject({ number: 2, first: 1, last: 2 })
  })

  test('is repeated with the same secret, and refused with another', async () => {
    const { world, run, job } = await dispatched()
    const claim = (secret: string) => claimRun(world, identity(), secret, { run, protocol: 1 })
    expect(await claim(SECRET)).toMatchObject({ kind: 'claimed' })
    expect((await job()).run).toMatchObject({
      state: 'running',
      workflowRunUrl: 'https://github.com/acme/docs/actions/runs/1001',
      dueAt: world.clock.at + 90_000,
    })
    expect(await claim(SECRET)).toMatchObject({ kind: 'claimed' })
    expect(await claim(OTHER)).toMatchObject({ kind: 'refused', why: 'claimed-by-another' })
  })

  test('is an outage if GitHub cannot be reached', async () => {
    const { world, run, job } = await dispatched({
      mintFetchToken: async () => {
        throw new Error('broken off')
      },
    })
    await expect(claimRun(world, identity(), SECRET, { run, protocol: 1 })).rejects.toThrow('broken off')
    expect((await job()).run.state).toBe('running')
  })
})
