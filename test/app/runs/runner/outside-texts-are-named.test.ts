import { expect, test } from 'vitest'
import { checkFeatures } from '../../../../src/app/domain/protocol-version.ts'
import { createJob } from '../../../../src/app/jobs/create-job.ts'
import { sendMessage } from '../../../../src/app/jobs/send-message.ts'
import { buildAssignment } from '../../../../src/app/runs/assignment/build-assignment.ts'
import { dispatchRun } from '../../../../src/app/runs/dispatch-run.ts'
import { FEATURES } from '../../../../src/contract/runner-protocol/protocol.ts'
import { seatedRunner } from '../../../support/app/claimed-runner.ts'
import { dispatchingGithub, useCases } from '../../../support/app/use-cases.ts'

const ANA = { kind: 'github', via: 'comment', id: 501, login: 'ana', issue: 12, source: 900 } as const
const ISSUE = { title: 'Typo', body: 'It says teh.', author: 'mallory' }
const LOG = { of: 'the end of the log of a failed job', text: 'x' }

/** What the runner is told after a request on an issue, and a message. */
async function assignmentOf(given: { isOfStranger?: true; log?: boolean; settings?: string }) {
  const text = given.settings ?? ''
  const world = await useCases(
    dispatchingGithub([], {
      readProjectFiles: async () => ({
        settings: [{ path: '.github/prentice.yml', text }],
        instructions: [],
      }),
    }),
  )
  const issue = { ...ISSUE, ...(given.isOfStranger && { isOfStranger: true as const }) }
  const request = { ...(await world.workRequest()), origin: ANA }
  const asked = { ...request, prompt: 'fix it', ref: null, model: null, draft: null, issue }
  const created = await createJob(world, asked)
  if (created.kind !== 'accepted') throw new Error(created.kind)
  if (given.log) {
    const attached = { material: [LOG, LOG], sources: [] }
    await sendMessage(world, { ...request, job: created.id, prompt: 'and this', attached })
  }
  await dispatchRun(world, await world.job(created.id))
  const key = { project: 'prj_ya', job: created.id, run: 1 }
  await seatedRunner(world, key)
  const claimant = { features: FEATURES, isPublic: false, allowsSetup: true }
  return buildAssignment(world, key, await world.job(created.id), claimant)
}

test('text from people without write access and logs are named, each once', async () => {
  const { outside } = await assignmentOf({ isOfStranger: true, log: true })
  expect(outside).toEqual({ read: ['the text of issue 12', LOG.of], holdCi: false })
})

test('text from people with write access is not named', async () => {
  expect(await assignmentOf({ settings: 'ci: hold\n' })).not.toHaveProperty('outside')
})

test('the settings hold CI, and an action that cannot do that does not work', async () => {
  const assignment = await assignmentOf({ log: true, settings: 'ci: hold\n' })
  expect(assignment.outside).toEqual({ read: [LOG.of], holdCi: true })
  expect(checkFeatures(assignment, FEATURES)).toBeNull()
  const older = FEATURES.filter((name) => name !== 'outside')
  expect(checkFeatures(assignment, older)?.code).toBe('action-too-old')
})
