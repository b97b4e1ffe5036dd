import { expect, test } from 'vitest'
import { GithubUnavailable } from '../../../src/app/github/errors.ts'
import type { Github } from '../../../src/app/github/github.ts'
import type { Installation } from '../../../src/app/github/repository.ts'
import { addProjects } from '../../../src/app/projects/installed-projects.ts'
import { loadProject, projectIdOf } from '../../../src/app/projects/project.ts'
import { syncInstallations } from '../../../src/app/projects/sync-installations.ts'
import { dispatchingGithub, useCases } from '../../support/app/use-cases.ts'

const account = { id: 77, login: 'acme' }
const installation: Installation = { id: 1, account, suspended: false, permissions: {} }
const repositories = [10, 11, 12].map((id) => ({
  id,
  owner: account,
  name: `r${id}`,
  private: true,
  archived: false,
  defaultBranch: 'main',
  url: `https://github.com/acme/r${id}`,
}))

/**
 * What is left of three projects by a sync with these answers, what is left to be asked, and how often it asked by
 * name.
 */
async function afterSync(over: Partial<Github>, isAllowed = true) {
  let asked = 0
  const github = dispatchingGithub([], {
    listInstallations: async () => [installation],
    listRepositories: async () => repositories,
    ...over,
    findInstallation: async (owner, name) => {
      asked += 1
      return (await over.findInstallation?.(owner, name)) ?? null
    },
  })
  const world = await useCases(github)
  await addProjects(world, installation, repositories)
  const left = await syncInstallations({ ...world, isAllowed: () => isAllowed })
  const found = await Promise.all([10, 11, 12].map((id) => loadProject(world.store, projectIdOf(id))))
  return { on: found.map((project) => project?.installationId), left, asked }
}

test('a repository that moves between pages during the read stays attached', async () => {
  const { on } = await afterSync({
    listRepositories: async () => repositories.slice(0, 2),
    findInstallation: async () => installation,
  })
  expect(on).toEqual([1, 1, 1])
})

test('an empty list of installations is verified with one request', async () => {
  const { on, asked } = await afterSync({
    listInstallations: async () => [],
    findInstallation: async () => installation,
  })
  expect(on).toEqual([1, 1, 1])
  expect(asked).toBe(1)
})

test('the end of an installation is verified with one request', async () => {
  const { on, asked } = await afterSync({ listInstallations: async () => [] })
  expect(on).toEqual([null, null, null])
  expect(asked).toBe(1)
})

test('nothing is detached while GitHub does not respond, and the request is retried', async () => {
  const { on, left } = await afterSync({
    listRepositories: async () => repositories.slice(0, 2),
    findInstallation: () => Promise.reject(new GithubUnavailable('GitHub responded with 502', 0)),
  })
  expect(on).toEqual([1, 1, 1])
  expect(left?.installations).toEqual(new Set([1]))
})

test('an account that may no longer use this server needs no request', async () => {
  const { on, asked } = await afterSync({}, false)
  expect(on).toEqual([null, null, null])
  expect(asked).toBe(0)
})
