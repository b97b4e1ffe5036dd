import { expect, test } from 'vitest'
import { dispatchRun } from '../../../../src/app/runs/dispatch/dispatch-run.ts'
import { buildAssignment } from '../../../../src/app/runs/runner/build-assignment.ts'
import { dispatchingGithub, useCases } from '../../../support/app/use-cases.ts'
import { settingsFile } from '../../../support/settings-file.ts'

test('the assignment names the settings keys that have no effect', async () => {
  const settings = settingsFile('draft: true\nlabels: [ai]\n')
  const github = dispatchingGithub([], { readProjectFiles: async () => ({ settings, instructions: [] }) })
  const world = await useCases(github)
  const { id } = await world.newJob()
  await dispatchRun(world, await world.job(id))
  const key = { project: 'prj_ya', job: id, run: 1 }
  expect(
    await buildAssignment(world, key, await world.job(id), { isPublic: false, allowsSetup: true }),
  ).toMatchObject({
    draft: true,
    warnings: ['line 2, column 1: labels is not a setting of this version and has no effect'],
  })
})
