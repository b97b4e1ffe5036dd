import { expect, test } from 'vitest'
import type { Origin } from '../../../../src/app/domain/origin.ts'
import { jobKeys } from '../../../../src/app/job-store/job-record.ts'
import { messageKeys } from '../../../../src/app/job-store/messages.ts'
import { advanceJob } from '../../../../src/app/job-store/update-job.ts'
import { createJob } from '../../../../src/app/jobs/create-job.ts'
import { type MessageRequest, sendMessage } from '../../../../src/app/jobs/send-message.ts'
import { projectKeys } from '../../../../src/app/projects/project.ts'
import { recordEvents } from '../../../../src/app/runs/record-events.ts'
import { reason } from '../../../../src/contract/reasons.ts'
import { claimJob, SECRET } from '../../../support/app/claimed-run.ts'
import { useCases } from '../../../support/app/use-cases.ts'

const CI: Origin = { kind: 'key', id: 'k', name: 'ci' }
const github = (id: number): Origin => ({
  ...{ kind: 'github', via: 'comment', id, login: `p${id}`, issue: 3, source: id },
})
const ANA = github(1)
const BEN = github(2)
/** Ana, signed in to the dashboard. */
const ANA_SIGNED_IN: Origin = { kind: 'actor', id: 1, login: 'p1', via: 'dashboard' }

/** The run of a job whose first prompt comes from `origin`. */
async function running(origin: Origin, options: { isPublic?: true; readsContext?: true } = {}) {
  const world = await useCases()
  const { project } = await world.workRequest()
  const request = { project, origin, idempotencyKey: null, prompt: '1', ref: null, model: null, draft: null }
  const created = await createJob(world, request)
  if (created.kind !== 'accepted') throw new Error(created.kind)
  const { key, run, job } = await claimJob(world, created.id)
  if (options.readsContext) {
    const { run: one, ...rest } = await job()
    const changed = JSON.stringify({ ...rest, run: { ...one, readsContext: true } })
    await world.store.commit({ set: [{ key: jobKeys.record(key), value: changed }] })
  }
  const value = JSON.stringify({ ...project, private: options.isPublic !== true })
  await world.store.commit({ set: [{ key: projectKeys.record(project.id), value }] })
  return {
    world,
    key,
    job,
    /** Sends further prompts: '2', '3' and so on. */
    async ask(...from: (Origin | Partial<MessageRequest>)[]) {
      for (const one of from) {
        const prompt = String((await job()).messages + 1)
        const more = 'kind' in one ? { origin: one } : one
        const sent = await sendMessage(world, { ...request, origin, job: created.id, prompt, ...more })
        expect(sent.kind).toBe('accepted')
      }
    },
    /** What a report of the runner returns that has taken up so many prompts. */
    async report(acknowledged: number) {
      const answer = await recordEvents(world, run, SECRET, { events: [], acknowledged })
      if (answer.kind !== 'recorded') throw new Error(answer.kind)
      return { prompts: answer.messages.map(({ text }) => text), stop: answer.stop }
    },
  }
}

test('an agent gets long prompts in several answers, each after the ones before it', async () => {
  const { ask, report } = await running(CI)
  const long = '😀'.repeat(300_000)
  await ask({ prompt: long }, { prompt: long }, { prompt: '4' })
  expect((await report(1)).prompts).toEqual([long, long])
  expect((await report(2)).prompts).toEqual([long, '4'])
})

test('an agent gets no prompt of another mode, and none after it', async () => {
  const { ask, report, job } = await running(CI)
  await ask({ prompt: '2' }, { mode: 'ask' }, { prompt: '4' })
  expect(await report(1)).toEqual({ prompts: ['2'], stop: false })
  expect(await report(2)).toEqual({ prompts: [], stop: false })
  expect((await job()).run).toMatchObject({ first: 1, last: 2 })
})

test('an agent gets new prompts until its runner has acknowledged them', async () => {
  const { ask, report, job } = await running(CI)
  expect(await report(1)).toEqual({ prompts: [], stop: false })
  await ask(CI, BEN)
  expect(await report(1)).toEqual({ prompts: ['2', '3'], stop: false })
  expect(await report(2)).toEqual({ prompts: ['3'], stop: false })
  expect(await report(3)).toEqual({ prompts: [], stop: false })
  expect(await job()).toMatchObject({ taken: 3 })
  // An earlier report that arrives late takes nothing back.
  expect(await report(1)).toEqual({ prompts: [], stop: false })
})

test('prompts after one that merges the base wait for the next run', async () => {
  const { ask, report } = await running(CI)
  await ask(CI, { update: true }, CI)
  expect(await report(1)).toEqual({ prompts: ['2'], stop: false })
  expect(await report(2)).toEqual({ prompts: [], stop: false })
})

test('a merge of the base that the run has taken up holds nothing back', async () => {
  const { world, key, ask, report } = await running(CI)
  await ask({ update: true })
  await advanceJob(world, key, { type: 'messages-acknowledged', acknowledged: 2 })
  await ask(CI)
  expect(await report(2)).toEqual({ prompts: ['3'], stop: false })
})

test('a run that shows its prompts on a public repository gets none that came over the API', async () => {
  const { ask, report } = await running(ANA, { isPublic: true })
  await ask(BEN)
  expect(await report(1)).toEqual({ prompts: ['2'], stop: false })
  await ask(CI, ANA)
  expect(await report(1)).toEqual({ prompts: ['2'], stop: false })
})

test.each<[string, Origin, { isPublic?: true }]>([
  ['on a private repository', ANA, {}],
  ['if its first prompt came over the API', CI, { isPublic: true }],
])('a run gets prompts of every origin %s', async (_, origin, options) => {
  const { ask, report } = await running(origin, options)
  await ask(BEN, CI)
  expect(await report(1)).toEqual({ prompts: ['2', '3'], stop: false })
})

test('a run that has taken up a prompt of the API shows none, and so gets all', async () => {
  const { world, key, ask, report } = await running(ANA, { isPublic: true })
  await ask(CI)
  await advanceJob(world, key, { type: 'messages-acknowledged', acknowledged: 2 })
  await ask(CI)
  expect(await report(2)).toEqual({ prompts: ['3'], stop: false })
})

test('a run that reads other repositories gets prompts only of people who may read them', async () => {
  const { ask, report } = await running(ANA, { readsContext: true })
  await ask(ANA_SIGNED_IN, BEN, ANA)
  expect(await report(1)).toEqual({ prompts: ['2'], stop: false })
  expect(await report(2)).toEqual({ prompts: [], stop: false })
})

test('each person whose prompt the run has taken up may send more prompts', async () => {
  const { world, key, ask, report } = await running(ANA, { readsContext: true })
  await ask(BEN)
  await advanceJob(world, key, { type: 'messages-acknowledged', acknowledged: 2 })
  await ask(BEN, ANA)
  expect(await report(2)).toEqual({ prompts: ['3', '4'], stop: false })
})

test('a prompt whose text was deleted counts as sent by the creator of the job', async () => {
  const { world, key, ask, report } = await running(ANA, { readsContext: true })
  await world.store.commit({ del: [messageKeys.record(key.job, 1)] })
  await ask(ANA)
  expect(await report(1)).toEqual({ prompts: ['2'], stop: false })
})

test('a run without other repositories gets the prompts of everybody', async () => {
  const { ask, report } = await running(ANA)
  await ask(BEN, ANA)
  expect(await report(1)).toEqual({ prompts: ['2', '3'], stop: false })
})

test('a run that is publishing gets no prompt, and one that has ended stops', async () => {
  const { world, key, ask, report } = await running(CI)
  await ask(CI)
  const publishing = { acknowledged: 1, replaces: null, encryptedToken: 'x', dueAt: world.clock.at }
  await advanceJob(world, key, { type: 'publishing', ...publishing })
  expect(await report(1)).toEqual({ prompts: [], stop: false })
  await advanceJob(world, key, { type: 'cancelled', reason: reason('cancelled') })
  expect(await report(1)).toEqual({ prompts: [], stop: true })
})
