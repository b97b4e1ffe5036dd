import { expect, test } from 'vitest'
import { loadProject } from '../../../src/app/projects/project.ts'
import { changeProject } from '../../../src/app/projects/refresh-project.ts'
import { advanceDueJob } from '../../../src/app/runs/advance-due-job.ts'
import { DEFAULT_HEAD, dispatchingGithub, useCases } from '../../support/app/use-cases.ts'

test('a rename without a webhook is noticed at the next dispatch', async () => {
  const renamed = { ...DEFAULT_HEAD, name: 'manual', url: 'https://github.com/acme/manual' }
  const world = await useCases(dispatchingGithub([], { readDefaultHead: async () => renamed }))
  const { id } = await world.newJob()
  await advanceDueJob(world, { project: 'prj_ya', job: id })
  expect((await world.job(id)).run.state).toBe('dispatched')
  expect(await loadProject(world.store, 'prj_ya')).toMatchObject({ name: 'manual', url: renamed.url })
})

test('the settings of a renamed account are read under its present name', async () => {
  const asked: string[] = []
  const world = await useCases(
    dispatchingGithub([], {
      readDefaultHead: async () => ({ ...DEFAULT_HEAD, owner: 'acme-inc' }),
      readOrganisationFile: async ({ owner }) => {
        asked.push(owner)
        return { kind: 'absent' }
      },
    }),
  )
  const { id } = await world.newJob()
  await advanceDueJob(world, { project: 'prj_ya', job: id })
  expect(asked).toEqual(['acme-inc'])
})

test.each([
  [true, 'repository-gone'],
  [false, 'app-uninstalled'],
] as const)(
  'a project without an installation, its repository deleted: %s, fails as %s',
  async (isDeleted, code) => {
    const world = await useCases()
    const { id } = await world.newJob()
    await changeProject(world.store, 'prj_ya', (project) => ({ ...project, installationId: null, isDeleted }))
    await advanceDueJob(world, { project: 'prj_ya', job: id })
    expect((await world.job(id)).run.reason?.code).toBe(code)
  },
)
