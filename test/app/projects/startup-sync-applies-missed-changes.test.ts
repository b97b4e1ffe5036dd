import { expect, test } from 'vitest'
import { GithubRefused, GithubUnavailable } from '../../../src/app/github/errors.ts'
import type { Installation, InstalledRepository } from '../../../src/app/github/repository.ts'
import { addProjects } from '../../../src/app/projects/installed-projects.ts'
import { loadProject, projectIdOf } from '../../../src/app/projects/project.ts'
import { syncInstallations } from '../../../src/app/projects/sync-installations.ts'
import { reason } from '../../../src/contract/reasons.ts'
import { dispatchingGithub, useCases } from '../../support/app/use-cases.ts'

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

test('repositories that were added and removed during a downtime are synced', async () => {
  const installationOf = await given(
    [
      { id: 1, account: acme, suspended: false, permissions: {} },
      { id: 2, account: umbrella, suspended: false, permissions: {} },
    ],
    { 1: [repository(10, 'kept'), repository(12, 'new')], 2: [repository(20, 'gone', umbrella)] },
  )
  expect(await Promise.all([10, 11, 12, 20].map(installationOf))).toEqual([1, null, 1, 2])
})

test('installations that ended or were suspended during a downtime are synced', async () => {
  const installationOf = await given([{ id: 1, account: acme, suspended: true, permissions: {} }], {})
  expect(await Promise.all([10, 11, 20].map(installationOf))).toEqual([1, 1, null])
})

test('a rate limited installation delays no other, and is read after its pause', async () => {
  const limitedUntil = { at: Number.POSITIVE_INFINITY }
  const asked: number[] = []
  const github = dispatchingGithub([], {
    listInstallations: async () => [
      { id: 1, account: acme, suspended: false, permissions: {} },
      { id: 2, account: umbrella, suspended: false, permissions: {} },
    ],
    listRepositories: async (id) => {
      asked.push(id)
      if (id === 1 && world.clock.at < limitedUntil.at)
        throw new GithubUnavailable('slow down', limitedUntil.at, { isLimit: true })
      return id === 1 ? [repository(10, 'docs')] : [repository(20, 'things', umbrella)]
    },
  })
  const world = await useCases(github)
  limitedUntil.at = world.clock.at + 600_000
  const left = await syncInstallations(world)
  expect(left).toEqual({ installations: new Set([1]), at: limitedUntil.at })
  const installationOf = async (id: number) =>
    (await loadProject(world.store, projectIdOf(id)))?.installationId
  expect([await installationOf(10), await installationOf(20)]).toEqual([undefined, 2])

  world.clock.at = limitedUntil.at
  expect(await syncInstallations(world, left?.installations)).toBeNull()
  expect(await installationOf(10)).toBe(1)
  expect(asked).toEqual([1, 2, 1])
})

test.each([
  ['a suspension that was not listed yet', new GithubRefused(reason('app-suspended'))],
  ['an outage', new GithubUnavailable('GitHub responded with 502', 0)],
])('%s of one installation, and of the list itself, is retried in a minute', async (_, error) => {
  let listed = false
  const world = await useCases(
    dispatchingGithub([], {
      listInstallations: async () => {
        if (!listed) throw error
        return [{ id: 1, account: acme, suspended: false, permissions: {} }]
      },
      listRepositories: () => Promise.reject(error),
    }),
  )
  const at = world.clock.at + 60_000
  expect(await syncInstallations(world)).toEqual({ installations: null, at })
  listed = true
  expect(await syncInstallations(world)).toEqual({ installations: new Set([1]), at })
})

test('a project that a webhook attaches during the sync stays attached', async () => {
  const world: Awaited<ReturnType<typeof useCases>> = await useCases(
    dispatchingGithub([], {
      async listInstallations() {
        await addProjects(world, { id: 3, account: umbrella }, [repository(30, 'young', umbrella)])
        return [{ id: 1, account: acme, suspended: false, permissions: {} }]
      },
      async listRepositories() {
        await addProjects(world, { id: 1, account: acme }, [repository(12, 'new')])
        return [repository(10, 'kept')]
      },
    }),
  )
  await addProjects(world, { id: 1, account: acme }, [repository(10, 'kept'), repository(11, 'dropped')])
  await syncInstallations(world)
  const installationOf = async (id: number) =>
    (await loadProject(world.store, projectIdOf(id)))?.installationId
  expect(await Promise.all([10, 11, 12, 30].map(installationOf))).toEqual([1, null, 1, 3])
})
