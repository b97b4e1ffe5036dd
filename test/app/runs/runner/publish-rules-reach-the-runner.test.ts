import { expect, test } from 'vitest'
import { buildAssignment } from '../../../../src/app/runs/assignment/build-assignment.ts'
import { dispatchRun } from '../../../../src/app/runs/dispatch-run.ts'
import { parseSettings } from '../../../../src/settings/parse-settings.ts'
import { resolvePublishRules } from '../../../../src/settings/resolve-rules.ts'
import { dispatchingGithub, useCases } from '../../../support/app/use-cases.ts'
import { settingsFile } from '../../../support/settings-file.ts'

const EVERY_RULE = `
paths: { allow: ["src/"], unprotect: ["AGENTS.md"] }
instructions: [RULES.md]
max-files: 3
max-bytes: 4000
executable-scripts: true
signed-commits: true
`

test.each(['', EVERY_RULE])('the assignment has the rules of the settings: %j', async (text) => {
  const settings = settingsFile(text)
  const github = dispatchingGithub([], { readProjectFiles: async () => ({ settings, instructions: [] }) })
  const world = await useCases(github)
  const { id } = await world.newJob()
  await dispatchRun(world, await world.job(id))
  const key = { project: 'prj_ya', job: id, run: 1 }
  const { rules } = await buildAssignment(world, key, await world.job(id), {
    isPublic: false,
    allowsSetup: true,
  })
  const parsed = parseSettings(settings)
  expect(rules).toEqual(parsed.kind === 'valid' && resolvePublishRules(parsed.settings))
})
