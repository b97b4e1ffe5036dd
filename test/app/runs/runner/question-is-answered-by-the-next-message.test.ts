import { expect, test } from 'vitest'
import { headerReasonOf, statusOf } from '../../../../src/app/domain/job-view.ts'
import type { Origin } from '../../../../src/app/domain/origin.ts'
import { openQuestion } from '../../../../src/app/domain/turns.ts'
import { listRuns } from '../../../../src/app/job-store/run-history.ts'
import { archiveJob } from '../../../../src/app/jobs/archive-job.ts'
import { cancelJob } from '../../../../src/app/jobs/cancel-job.ts'
import { type CreateRequest, createJob } from '../../../../src/app/jobs/create-job.ts'
import { type MessageRequest, sendMessage } from '../../../../src/app/jobs/send-message.ts'
import { advanceDueJob } from '../../../../src/app/runs/advance-due-job.ts'
import { buildAssignment } from '../../../../src/app/runs/assignment/build-assignment.ts'
import { dispatchRun } from '../../../../src/app/runs/dispatch-run.ts'
import { recordResult } from '../../../../src/app/runs/record-result.ts'
import { FEATURES } from '../../../../src/contract/runner-protocol/protocol.ts'
import { A_TEST } from '../../../support/app/actors.ts'
import { SECRET, seatedRunner } from '../../../support/app/claimed-runner.ts'
import { dispatchingGithub, useCases } from '../../../support/app/use-cases.ts'

const QUESTION = { text: 'Which colour?', choices: ['red', 'blue'], notes: '- read a.txt' }
const WATCH: Origin = { kind: 'watch', id: 'prj_x', name: 'acme/api' }

async function given(over: Partial<CreateRequest> = {}) {
  const world = await useCases(dispatchingGithub([], { readBranchHead: async () => null }))
  const request = await world.workRequest()
  const created = await createJob(world, {
    ...{ ...request, prompt: 'Paint it.', ref: null, model: null, draft: null },
    ...{ questions: true, ...over },
  })
  if (created.kind !== 'accepted') throw new Error(created.kind)
  const key = { project: 'prj_ya', job: created.id }
  const job = () => world.job(created.id)
  const claim = () => seatedRunner(world, key)
  return {
    ...{ world, key, job, claim },
    say: (prompt: string, more: Partial<MessageRequest> = {}) =>
      sendMessage(world, { ...request, job: key.job, prompt, ...more }),
    /** The next run asks, and the server verifies on GitHub that nothing was changed. */
    async ask(patch: string | null = 'the patch') {
      const { run, keepPatch } = await claim()
      if (patch !== null) await keepPatch(patch)
      const none = { acknowledged: 0, summary: '', usage: null, headSha: null } as const
      await recordResult(world, run, SECRET, { outcome: 'no-change', ...none, question: QUESTION })
      await advanceDueJob(world, key)
    },
    async assignment(features: readonly string[] = FEATURES) {
      await dispatchRun(world, await job())
      const { number } = await claim()
      const claimant = { features, isPublic: false, allowsSetup: true }
      return buildAssignment(world, { ...key, run: number }, await job(), claimant)
    },
  }
}

test('the job is completed for the reason input-required, and callers read the question from its run', async () => {
  const { ask, job, world } = await given()
  await ask()
  expect(statusOf(await job())).toBe('completed')
  expect(headerReasonOf(await job())).toBe('input-required')
  expect(await listRuns(world.store, await job())).toMatchObject([
    {
      state: 'succeeded',
      question: { text: 'Which colour?', choices: ['red', 'blue'] },
      reason: {
        code: 'input-required',
        message: expect.stringMatching(
          /^Prentice has a question: Which colour\?\n\n1\. red\n2\. blue\n\nAnswer it:/,
        ),
      },
    },
  ])
  // The record outlives the prompts.
  expect(JSON.stringify(await job())).not.toContain('colour')
})

test('the run with the answer gets the first prompts, the question as data, and the saved work; it may not ask', async () => {
  const { ask, say, assignment } = await given()
  await ask()
  await say('2')
  const given_ = await assignment()
  expect(given_.prompts).toEqual([
    { number: 1, text: 'Paint it.' },
    { number: 2, text: '2' },
  ])
  expect(given_.material).toEqual([
    { of: 'the question that the last prompt answers', text: 'Which colour?\n\n1. red\n2. blue' },
  ])
  expect(given_.unfinishedWork).toEqual({
    patch: Buffer.from('the patch').toString('base64'),
    notes: '- read a.txt',
  })
  expect(given_).not.toHaveProperty('questions')
})

test('after a run that worked on the answer, a message is like any other, and a question may be asked again', async () => {
  const { ask, say, claim, assignment, job } = await given()
  await ask()
  await say('blue')
  await (await claim()).finish('It is blue.')
  expect(openQuestion(await job())).toBeNull()
  await say('2')
  const { prompts, questions, unfinishedWork } = await assignment()
  expect(prompts).toEqual([{ number: 3, text: '2' }])
  expect([questions, unfinishedWork]).toEqual([true, undefined])
})

test('a question that was asked in words, an update and a report of CI leave a question open', async () => {
  const { ask, say, claim, assignment, job } = await given()
  await ask()
  const settings: Origin = { kind: 'settings', id: 'on-ci-failure', name: 'a check' }
  for (const more of [{ mode: 'ask' }, { update: true }, { origin: settings }] as const) {
    await say('other', more)
    const { run } = await job()
    expect([run.first, run.answers]).toEqual([run.last, undefined])
    await (await claim()).finish('Done.')
    expect(openQuestion(await job())).toBe(1)
  }
  await say('1')
  const { material, unfinishedWork } = await assignment()
  expect(material?.[0]?.of).toBe('the question that the last prompt answers')
  expect(unfinishedWork).toBeDefined()
})

test('a question stays open if the run with its answer is stopped, and a second answer continues the work', async () => {
  const { ask, say, claim, key, world, job, assignment } = await given()
  await ask()
  await say('1')
  await claim()
  await cancelJob(world, key, A_TEST)
  expect(openQuestion(await job())).toBe(1)
  await say('2')
  const { prompts, unfinishedWork } = await assignment()
  expect(prompts.map(({ text }) => text)).toEqual(['Paint it.', '1', '2'])
  expect(unfinishedWork?.notes).toBe('- read a.txt')
})

test('an archived job waits for no answer', async () => {
  const { ask, key, world, job, say } = await given()
  await ask()
  await archiveJob(world, key, A_TEST)
  expect(openQuestion(await job())).toBeNull()
  expect(await say('2')).toMatchObject({ kind: 'archived' })
})

test.each<[string, Partial<CreateRequest>, readonly string[]]>([
  ['create did not say so', { questions: undefined }, FEATURES],
  ['it answers in words', { mode: 'ask' }, FEATURES],
  ['a merge elsewhere asks', { origin: WATCH }, FEATURES],
  ['the action is older', {}, FEATURES.filter((name) => name !== 'questions')],
])('a run may not ask if %s', async (_, over, features) => {
  const { assignment } = await given(over)
  expect(await assignment(features)).not.toHaveProperty('questions')
})

test('a question of a run that may not ask is no question', async () => {
  const { ask, job } = await given({ questions: undefined })
  await ask(null)
  expect((await job()).run.reason?.code).toBe('no-change')
})
