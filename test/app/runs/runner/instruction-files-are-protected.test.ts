import { expect, test } from 'vitest'
import { buildAssignment } from '../../../../src/app/runs/assignment/build-assignment.ts'
import { dispatchRun } from '../../../../src/app/runs/dispatch-run.ts'
import { dispatchingGithub, useCases } from '../../../support/app/use-cases.ts'
import { settingsFile } from '../../../support/settings-file.ts'

test('the assignment protects the instruction files from the settings', async () => {
  const text = 'docs/for-agents.md is followed'
  const github = dispatchingGithub([], {
    readProjectFiles: async () => ({
      settings: settingsFile('instructions: [docs/for-agents.md, docs/later.md]\n'),
      instructions: [{ path: 'docs/for-agents.md', text }],
    }),
  })
  const world = await useCases(github)
  const { id } = await world.newJob()
  await dispatchRun(world, await world.job(id))
  const key = { project: 'prj_ya', job: id, run: 1 }
  const { rules, instructions } = await buildAssignment(world, key, await world.job(id), {
    isPublic: false,
    allowsSetup: true,
  })
  expect(instructions).toEqual([{ path: 'docs/for-agents.md', text }])
  expect(rules.protectedPaths).toEqual(['docs/for-agents.md', 'docs/later.md'])
})
