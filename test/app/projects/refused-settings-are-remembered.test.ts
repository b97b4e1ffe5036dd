import { expect, test } from 'vitest'
import { listAudit } from '../../../src/app/jobs/list-audit.ts'
import { refreshProject } from '../../../src/app/projects/refresh-project.ts'
import { DEFAULT_HEAD, dispatchingGithub, useCases } from '../../support/app/use-cases.ts'
import { EVERYTHING } from '../audit/everything.ts'

test('refused settings are read once for each commit until the refusal is forgotten, and audited once', async () => {
  const read: string[] = []
  let sha = DEFAULT_HEAD.sha
  const github = dispatchingGithub([], {
    readDefaultHead: async () => ({ ...DEFAULT_HEAD, sha }),
    readProjectFiles: async (_, at) => {
      read.push(at)
      return { settings: [{ path: '.github/prentice.yml', text: 'draft: perhaps' }], instructions: [] }
    },
  })
  const world = await useCases(github)
  const { project } = await world.workRequest()
  const refresh = () => refreshProject(world, project)
  for (let tries = 0; tries < 3; tries++)
    await expect(refresh()).rejects.toThrow('draft must be true or false')
  expect(read).toEqual([sha])

  world.clock.at += 1
  sha = 'b'.repeat(40)
  await expect(refresh()).rejects.toThrow('draft must be true or false')
  expect(read).toHaveLength(2)

  world.clock.at += 600_001
  await expect(refresh()).rejects.toThrow('draft must be true or false')
  expect(read).toHaveLength(3)

  const access = { accountId: project.accountId, isOwner: false, covers: () => true }
  const { entries } = await listAudit(world.store, access, EVERYTHING)
  expect(entries.map(({ action, by, detail }) => [action, by.name, detail])).toEqual([
    ['settings.refused', 'the settings of commit bbbbbbb', expect.stringContaining('draft must be')],
    ['settings.refused', 'the settings of commit aaaaaaa', expect.stringContaining('draft must be')],
  ])
})
