import { expect, test } from 'vitest'
import type { ActionRef } from '../../../../src/app/config/action-ref.ts'
import { GithubUnavailable } from '../../../../src/app/github/errors.ts'
import { beginHold, releaseHold } from '../../../../src/app/limits/hold.ts'
import { checkProject, type ProjectCheck } from '../../../../src/app/onboarding/check-project.ts'
import { recordPermissions } from '../../../../src/app/projects/installation-permissions.ts'
import { keySpace } from '../../../../src/app/store/key-space.ts'
import type { Store } from '../../../../src/app/store/store.ts'
import { type DashboardOptions, startDashboard } from '../../../support/dashboard/start-dashboard.ts'
import { jobScene, publish } from './job/job-scene.ts'

const REF: ActionRef = { repository: 'prentice-dev/prentice', ref: 'v1', version: null }

/** A repository with these files. */
function withFiles(files: {
  workflow: string | null
  settings: string | null
  actionRef?: ActionRef
}): DashboardOptions {
  let store: Store | null = null
  return {
    store: (given) => {
      store = given
      return given
    },
    checkProject: (project): Promise<ProjectCheck> => {
      if (store === null) throw new Error('the server has no store')
      return checkProject(
        {
          store,
          now: () => 1_800_000_000_000,
          actionRef: files.actionRef ?? REF,
          publicUrl: 'https://prentice.example',
          reusableWorkflows: [],
          github: {
            readWorkflowFile: async () => files.workflow,
            readAccountFile: async () => null,
            readWorkflowState: async () => 'active',
            readSettings: async () =>
              files.settings === null ? [] : [{ path: '.github/prentice.yml', text: files.settings }],
          },
        },
        project,
      )
    },
  }
}

test('a project shows what is missing, the next step, and every mistake with its line', async () => {
  const settings = 'model: 7\nlimits:\n  steps: many\n'
  const dashboard = await startDashboard(withFiles({ workflow: null, settings }))
  const willy = await dashboard.signIn('willy')
  const page = `/projects/${dashboard.project}`
  expect((await willy.get('/projects')).text).toContain('Not checked')
  const checked = await willy.post(`${page}/check`)
  expect([checked.status, checked.location]).toEqual([303, `/dashboard${page}`])
  const { text } = await willy.get(page)
  for (const shown of ['Merge the pull request', 'line 1', 'line 3', 'limits.steps', 'Server default'])
    expect(text).toContain(shown)
  expect((await willy.get('/projects')).text).toContain('Needs attention')
})

test('where the App may not write workflow files, a missing one is a link to GitHub’s editor', async () => {
  const actionRef = { ...REF, ref: 'a'.repeat(40) }
  const dashboard = await startDashboard(withFiles({ workflow: null, settings: null, actionRef }))
  const willy = await dashboard.signIn('willy')
  const page = `/projects/${dashboard.project}`
  const check = async () => {
    await willy.post(`${page}/check`)
    return (await willy.get(page)).text
  }
  // Before the server has read the name of the default branch.
  expect(await check()).toContain('Merge the pull request')
  const key = keySpace.project(dashboard.project)
  const project = JSON.parse((await dashboard.store.get(key)) ?? '')
  await dashboard.store.commit({
    set: [{ key, value: JSON.stringify({ ...project, defaultBranch: 'main' }) }],
  })
  const text = await check()
  expect(text).toContain(
    'href="https://github.com/acme/docs/new/main?filename=.github%2Fworkflows%2Fprentice.yml',
  )
  expect(text).toContain(`prentice-dev%2Fprentice%40${'a'.repeat(40)}`)
  await recordPermissions(dashboard.store, 1, () => ({ workflows: 'write' }))
  expect(await check()).toContain('Merge the pull request')
})

test('a project is checked when somebody opens its page for the first time', async () => {
  const files: Parameters<typeof withFiles>[0] = { workflow: null, settings: null }
  const dashboard = await startDashboard(withFiles(files))
  const rita = await dashboard.signIn('rita')
  const page = `/projects/${dashboard.project}`
  expect((await rita.get(page)).text).toContain('Merge the pull request')
  files.settings = 'model: 7\n'
  expect((await rita.get(page)).text).not.toContain('It is not valid')
  expect((await rita.get('/projects')).text).toContain('Needs attention')
})

test('a person who opens a page again and again causes few requests to GitHub', async () => {
  let checks = 0
  const dashboard = await startDashboard({
    checkProject: async () => {
      checks++
      throw new GithubUnavailable('GitHub is down', 0)
    },
  })
  const rita = await dashboard.signIn('rita')
  for (let times = 0; times < 10; times++)
    expect((await rita.get(`/projects/${dashboard.project}`)).text).toContain('Never checked')
  expect(checks).toBe(6)
})

test('a project that was never checked and has completed a job is ready', async () => {
  const { app, deps, key, runner } = await jobScene()
  const willy = await app.signIn('willy')
  const list = async (): Promise<string> => (await willy.get('/projects')).text
  expect(await list()).toContain('Not checked')
  await runner()
  await publish(deps, key)
  expect(await list()).toContain('Has completed jobs')
  expect(await list()).not.toContain('Not checked')
  // GitHub cannot be reached for the check of its page.
  expect((await willy.get(`/projects/${app.project}`)).text).toContain('Ready')
})

test('a project that an operator has paused is not ready, until its work continues', async () => {
  let store: Store | null = null
  const files = withFiles({ workflow: null, settings: null })
  const dashboard = await startDashboard({
    ...files,
    store: (given) => {
      store = given
      return files.store?.(given) ?? given
    },
  })
  const willy = await dashboard.signIn('willy')
  const shown = async () => {
    const pages = await Promise.all(
      ['/projects', `/projects/${dashboard.project}`].map((path) => willy.get(path)),
    )
    return pages.map(({ text }) => text.includes('Paused by the operator'))
  }
  expect(await shown()).toEqual([false, false])
  if (store === null) throw new Error('the server has no store')
  const scope = { kind: 'project', id: dashboard.project } as const
  await beginHold(store, scope, { by: 'ana', why: 'the model bill' }, 1, {})
  expect(await shown()).toEqual([true, true])
  const { text } = await willy.get(`/projects/${dashboard.project}`)
  expect(text).toContain('ana has paused new runs: the model bill. Jobs are accepted, and start when')
  await releaseHold(store, scope, 2, {})
  expect(await shown()).toEqual([false, false])
})

test('a project shows a webhook that its settings name and that does not exist', async () => {
  const settings = 'notify: [{ webhook: team-chat }]\n'
  const dashboard = await startDashboard(withFiles({ workflow: null, settings }))
  const willy = await dashboard.signIn('willy')
  const page = `/projects/${dashboard.project}`
  await willy.post(`${page}/check`)
  const { text } = await willy.get(page)
  expect(text).toContain('notify: no webhook called &quot;team-chat&quot; covers this project')
})

test('limits are written with separators', async () => {
  const dashboard = await startDashboard()
  const rita = await dashboard.signIn('rita')
  const { text } = await rita.get(`/projects/${dashboard.project}`)
  expect(text).toMatch(/<code>limits\.tokens<\/code><\/th><td class="value">[1-9]\d?,000,000<\/td>/)
})

test('only people with write access check a project', async () => {
  const dashboard = await startDashboard(withFiles({ workflow: null, settings: null }))
  const page = `/projects/${dashboard.project}`
  const rita = await dashboard.signIn('rita')
  expect((await rita.get(page)).text).not.toContain('Check now')
  expect((await rita.post(`${page}/check`)).status).toBe(403)
})

test('a GitHub that cannot be reached changes nothing', async () => {
  const dashboard = await startDashboard()
  const willy = await dashboard.signIn('willy')
  const page = `/projects/${dashboard.project}`
  expect((await willy.post(`${page}/check`)).status).toBe(303)
  expect((await willy.get(page)).text).toContain('GitHub cannot be reached right now')
})

test('the first page ticks each step that is done', async () => {
  const dashboard = await startDashboard(withFiles({ workflow: null, settings: null }))
  const sten = await dashboard.signIn('sten')
  expect((await sten.get('/')).text).toMatch(/aria-current="step".*Install the App/)
  const willy = await dashboard.signIn('willy')
  const { text } = await willy.get('/')
  expect(text).toMatch(/aria-current="step".*Add the workflow file/)
  expect(text.match(/step-done/g)).toHaveLength(3)
})
