import { expect, test } from 'vitest'
import { createJob } from '../../../../src/app/jobs/create-job.ts'
import { retryJob } from '../../../../src/app/jobs/retry-job.ts'
import { sendMessage } from '../../../../src/app/jobs/send-message.ts'
import { buildAssignment } from '../../../../src/app/runs/assignment/build-assignment.ts'
import { dispatchRun } from '../../../../src/app/runs/dispatch-run.ts'
import type { Mode } from '../../../../src/contract/job.ts'
import { FEATURES } from '../../../../src/contract/runner-protocol/protocol.ts'
import { seatedRunner } from '../../../support/app/claimed-runner.ts'
import { dispatchingGithub, useCases } from '../../../support/app/use-cases.ts'

async function planned() {
  const world = await useCases(dispatchingGithub([], { readWorkflowRun: async () => null }))
  const request = await world.workRequest()
  const draft = { ref: null, model: null, draft: null }
  const created = await createJob(world, { ...request, ...draft, prompt: 'Plan it', mode: 'plan' })
  if (created.kind !== 'accepted') throw new Error(created.kind)
  const key = { project: 'prj_ya', job: created.id }
  const take = async () => {
    await dispatchRun(world, await world.job(created.id))
    const runner = await seatedRunner(world, key)
    const claimant = { features: FEATURES, isPublic: false, allowsSetup: true }
    const job = await world.job(created.id)
    const { mode, material, earlier } = await buildAssignment(
      world,
      { ...key, run: runner.number },
      job,
      claimant,
    )
    return { runner, mode, material, summaries: earlier.map(({ summary }) => summary) }
  }
  return {
    take,
    async ask(prompt: string, mode?: Mode): Promise<void> {
      expect(await sendMessage(world, { ...request, job: created.id, prompt, mode })).toMatchObject({
        kind: 'accepted',
      })
    },
    retry: () => retryJob(world, { ...request, job: created.id }),
  }
}

const PLAN = (text: string) => [{ of: 'the plan of an earlier turn', text }]

test('the newest plan is material of each turn up to the one that carries it out, and of its retry', async () => {
  const { take, ask, retry } = await planned()
  const first = await take()
  expect([first.mode, first.material]).toEqual(['plan', undefined])
  await first.runner.finish('Plan one.')
  await ask('Not the title', 'plan')
  const second = await take()
  expect([second.mode, second.material, second.summaries]).toEqual(['plan', PLAN('Plan one.'), [null]])
  await second.runner.finish('Plan two.')
  await ask('Why?', 'ask')
  const third = await take()
  expect([third.mode, third.material]).toEqual(['ask', PLAN('Plan two.')])
  await third.runner.finish('Because.')
  await ask('Go ahead')
  const fourth = await take()
  expect([fourth.mode, fourth.material]).toEqual([undefined, PLAN('Plan two.')])
  expect(fourth.summaries).toEqual(['Plan one.', null, 'Because.'])
  await (await fourth.runner.fail('no answer')).confirm()
  await retry()
  const again = await take()
  expect(again.material).toEqual(PLAN('Plan two.'))
  await again.runner.finish('Done.')
  await ask('And the docs')
  const last = await take()
  expect(last.material).toBeUndefined()
  expect(last.summaries).toEqual(['Plan one.', 'Plan two.', 'Because.', null, 'Done.'])
})
