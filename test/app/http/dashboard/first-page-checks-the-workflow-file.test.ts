import { expect, test } from 'vitest'
import { GithubUnavailable } from '../../../../src/app/github/errors.ts'
import type { ProjectCheck } from '../../../../src/app/onboarding/check-project.ts'
import { addProjects } from '../../../../src/app/projects/installed-projects.ts'
import { projectKeys } from '../../../../src/app/projects/project.ts'
import { type Dashboard, startDashboard } from '../../../support/dashboard/start-dashboard.ts'

type Kind = ProjectCheck['workflow']['kind']

interface Repositories {
  /** How many repositories `acme` has; the first is `docs`. */
  readonly count: number
  /** What GitHub shows of the workflow file of each; by default, that it is missing. An error: it does not answer. */
  readonly found?: Readonly<Record<number, Kind | Error>>
  /** How long GitHub takes for a repository. */
  readonly tookMs?: number
}

const FIRST = 2_000

/** The first page, as `willy` sees it, who may write to each repository. */
async function firstPage({ count, found = {}, tookMs = 0 }: Repositories) {
  const checked: string[] = []
  const dashboard: Dashboard = await startDashboard({
    async checkProject(project): Promise<ProjectCheck> {
      const { clock, store } = dashboard
      checked.push(project.name)
      const kind = found[Number(/\d+$/.exec(project.name)?.[0] ?? 0)] ?? 'missing'
      clock.at += tookMs
      if (kind instanceof Error) throw kind
      const check: ProjectCheck = {
        checkedAt: clock.at,
        refused: kind === 'unknown' ? 'the App is suspended' : null,
        workflow: { kind, problems: [] },
        settings: { mistakes: [], warnings: [], explained: [] },
        organisation: null,
      }
      await store.commit({ set: [{ key: projectKeys.check(project.id), value: JSON.stringify(check) }] })
      return check
    },
  })
  const repositories = Array.from({ length: count - 1 }, (_, at) => ({
    id: FIRST + at,
    name: `repository-${at + 1}`,
    private: true,
  }))
  await addProjects(dashboard.parts, { id: 1, account: { id: 77, login: 'acme' } }, repositories)
  for (const { id } of repositories) {
    dashboard.github.people.willy?.rights.set(id, 'write')
    dashboard.github.installations[0]?.repositories.push(id)
  }
  const willy = await dashboard.signIn('willy')
  return { checked, show: async () => (await willy.get('/')).text }
}

const DOWN = new GithubUnavailable('GitHub is down', 0)
const ADD = /aria-current="step".*Add the workflow file/

test('each of several new repositories is checked before the page says that the file is missing', async () => {
  const { show } = await firstPage({ count: 8, found: { 6: 'ok' } })
  const text = await show()
  expect(text).toContain('repository-6 has the workflow file.')
  expect(text).not.toMatch(ADD)
})

test('a repository that is new since the last visit is checked', async () => {
  const { show, checked } = await firstPage({ count: 2 })
  expect(await show()).toMatch(ADD)
  expect(checked).toEqual(['docs', 'repository-1'])
  expect(await show()).toMatch(ADD)
  expect(checked).toHaveLength(2)
})

test('while GitHub does not answer, the page does not say that the file is missing', async () => {
  const { show } = await firstPage({ count: 2, found: { 1: DOWN } })
  const text = await show()
  expect(text).not.toContain('Add the workflow file')
  expect(text).toContain('GitHub has not answered for all of your repositories')
  expect(text).toMatch(
    /aria-current="step".*Check the workflow file.*href="\/dashboard[^"]*"[^>]*>Check again</,
  )
})

test('a repository that has the file is found, although GitHub does not answer for another one', async () => {
  const { show } = await firstPage({ count: 3, found: { 0: DOWN, 2: 'ok' } })
  expect(await show()).toContain('repository-2 has the workflow file.')
})

test('the page does not wait for the checks of many repositories on a slow GitHub', async () => {
  const { show, checked } = await firstPage({ count: 20, tookMs: 1_000, found: { 19: 'ok' } })
  expect(await show()).toContain('GitHub has not answered for all of your repositories')
  expect(checked).toHaveLength(5)
  for (let visits = 0; visits < 2; visits++) await show()
  expect(await show()).toContain('repository-19 has the workflow file.')
})

test('with more repositories than it checks, the page does not say that none has the file', async () => {
  const { show, checked } = await firstPage({ count: 21 })
  const text = await show()
  expect(checked).toHaveLength(20)
  expect(text).not.toContain('Add the workflow file')
  expect(text).toMatch(/None of the first 20 repositories has it.*href="\/dashboard\/projects[^"]*"/)
})

test('the page of the project says why if GitHub refuses to show the file', async () => {
  const { show } = await firstPage({ count: 1, found: { 0: 'unknown' } })
  const text = await show()
  expect(text).not.toContain('Add the workflow file')
  expect(text).toMatch(/Check the workflow file.*href="\/dashboard\/projects\/prj_ya[^"]*"/)
})

test('visits while GitHub is down cause few requests', async () => {
  const { show, checked } = await firstPage({ count: 5, found: [DOWN, DOWN, DOWN, DOWN, DOWN] })
  for (let visits = 0; visits < 10; visits++) expect(await show()).toContain('Check the workflow file')
  expect(checked).toHaveLength(30)
})
