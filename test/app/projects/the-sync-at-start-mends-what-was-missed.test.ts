import { expect, test } from 'vitest'
import type { Installation, InstalledRepository } from '../../../src/app/github/github.ts'
import { addProjects } from '../../../src/app/projects/add-projects.ts'
import { loadProject } from '../../../src/app/projects/load-project.ts'
import { projectIdOf } from '../../../src/app/projects/project.ts'
import { syncInstallations } from '../../../src/app/projects/sync-installations.ts'
import { dispatchingGithub, useCases } from '../../support/use-cases.ts'

const acme = { id: 77, login: 'acme' }
const umbrella = { id: 88, login: 'umbrella' }
const repository = (id: number, name: string, owner = acme): InstalledRepository => ({
  id,
  owner,
  name,
  private: true,
  archived: false,
  defaultBranch: 'main',
  url: `https://github.com/${owner.login}/${name}`,
})

async function given(installations: Installation[], repositories: Record<number, InstalledRepository[]>) {
  const github = dispatchingGithub([], {
    listInstallations: async () => installations,
    listRepositories: async (id) => repositories[id] ?? [],
  })
  const world = { ...(await useCases(github)), isAllowed: () => true }
  await addProjects(world, { id: 1, account: acme }, [repository(10, 'kept'), repository(11, 'dropped')])
  await addProjects(world, { id: 2, account: umbrella }, [repository(20, 'gone', umbrella)])
  await syncInstallations(world)
  return async (id: number) => (await loadProject(world.store, projectIdOf(id)))?.installationId
}

test('repositories that were added and taken off while the app was down', async () => {
  const installationOf = await given(
    [
      { id: 1, account: acme, suspended: false },
      { id: 2, account: umbrella, suspended: false },
    ],
    { 1: [repository(10, 'kept'), repository(12, 'new')], 2: [repository(20, 'gone', umbrella)] },
  )
  expect(await Promise.all([10, 11, 12, 20].map(installationOf))).toEqual([1, null, 1, 2])
})

test('an installation that ended while the app was down, and one that is suspended', async () => {
  const installationOf = await given([{ id: 1, account: acme, suspended: true }], {})
  expect(await Promise.all([10, 11, 20].map(installationOf))).toEqual([1, 1, null])
})
