import { expect, test } from 'vitest'
import { createJob } from '../../../../src/app/jobs/create-job.ts'
import { buildAssignment } from '../../../../src/app/runs/assignment/build-assignment.ts'
import { dispatchRun } from '../../../../src/app/runs/dispatch-run.ts'
import { dispatchingGithub, useCases } from '../../../support/app/use-cases.ts'
import { settingsFile } from '../../../support/settings-file.ts'

async function assigned(text: string) {
  const settings = settingsFile(text)
  const github = dispatchingGithub([], { readProjectFiles: async () => ({ settings, instructions: [] }) })
  const world = await useCases(github)
  const { id } = await world.newJob()
  await dispatchRun(world, await world.job(id))
  const key = { project: 'prj_ya', job: id, run: 1 }
  return buildAssignment(world, key, await world.job(id), { isPublic: false, allowsSetup: true })
}

test('the assignment names the settings keys that have no effect', async () => {
  expect(await assigned('draft: true\nlabels: [ai]\n')).toMatchObject({
    draft: true,
    warnings: ['settings: line 2, column 1: labels is not a setting of this version and has no effect'],
  })
})

test('the assignment names a webhook that does not exist, and the run is not refused', async () => {
  expect(await assigned('notify: [{ webhook: team-chat }]\n')).toMatchObject({
    warnings: ['notify: no webhook called "team-chat" covers this project'],
  })
})

test('the assignment names the unknown fields of the requests, for the messages of the run only', async () => {
  const world = await useCases(dispatchingGithub())
  const ignored = ['the field branch of the request was ignored: its name is ref']
  const request = { prompt: 'x', ref: null, model: null, draft: null, ignored }
  const created = await createJob(world, { ...(await world.workRequest()), ...request })
  if (created.kind !== 'accepted') throw new Error(created.kind)
  await dispatchRun(world, await world.job(created.id))
  const key = { project: 'prj_ya', job: created.id, run: 1 }
  const claimant = { isPublic: false, allowsSetup: true }
  expect((await buildAssignment(world, key, await world.job(created.id), claimant)).warnings).toEqual(ignored)
  const later = await world.job(created.id)
  const second = { ...later, messages: 2, run: { ...later.run, number: 2, first: 2, last: 2 } }
  expect((await buildAssignment(world, { ...key, run: 2 }, second, claimant)).warnings).toBeUndefined()
})
