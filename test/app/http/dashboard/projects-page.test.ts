import { expect, test } from 'vitest'
import type { ActionRef } from '../../../../src/app/config/action-ref.ts'
import { GithubUnavailable } from '../../../../src/app/github/errors.ts'
import type { Github } from '../../../../src/app/github/github.ts'
import { beginHold, releaseHold } from '../../../../src/app/limits/hold.ts'
import { checkProject, type ProjectCheck } from '../../../../src/app/onboarding/check-project.ts'
import type { ActionFinding } from '../../../../src/app/onboarding/inspect-action.ts'
import { addProjects, recordPermissions } from '../../../../src/app/projects/installed-projects.ts'
import { parseProjectConfig } from '../../../../src/app/projects/parse-project-config.ts'
import { loadProject, projectIdOf, projectKeys } from '../../../../src/app/projects/project.ts'
import type { Store } from '../../../../src/app/store/store.ts'
import { type DashboardOptions, startDashboard } from '../../../support/dashboard/start-dashboard.ts'
import { jobScene, publish } from './job/job-scene.ts'

const REF: ActionRef = { repository: 'prentice-dev/prentice', ref: 'v1', version: null }

/** A repository with these files. */
function withFiles(files: {
  workflow: string | null
  settings: string | null
  actionRef?: ActionRef
  action?: ActionFinding
  listFiles?: Github['listFiles']
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
          inspectAction: async () => files.action ?? { kind: 'ok', isPrivate: false },
          github: {
            readWorkflowFile: async () => files.workflow,
            listFiles: files.listFiles ?? (async () => ({ paths: [], isComplete: true })),
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

test('if the App may not write workflow files, the page links a missing one to GitHub’s editor', async () => {
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
  const key = projectKeys.record(dashboard.project)
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

test('only a project whose workflow and settings were checked is ready', async () => {
  const { app, deps, key, runner } = await jobScene()
  const willy = await app.signIn('willy')
  const list = async (): Promise<string> => (await willy.get('/projects')).text
  expect(await list()).toContain('Not checked')
  await runner()
  await publish(deps, key)
  expect(await list()).toContain('Has completed jobs')
  expect(await list()).toContain('Not checked')
  const check = {
    ...{ checkedAt: app.clock.at, refused: null, organisation: null },
    workflow: { kind: 'ok', problems: [] },
    settings: { mistakes: [], warnings: [], explained: [] },
  }
  const checkedAs = async (more: object): Promise<void> => {
    const value = JSON.stringify({ ...check, ...more })
    await app.store.commit({ set: [{ key: projectKeys.check(app.project), value }] })
  }
  await checkedAs({})
  expect(await list()).toContain('Ready')
  await checkedAs({ organisation: 'line 1: budgets is no list' })
  expect(await list()).not.toContain('Ready')
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

test.each<[string, string, string | null, string[]]>([
  ['openapi/**', 'acme/docs', null, []],
  [
    'opnapi/**, "!openapi/internal/**", "*.rst"',
    'Acme/Docs',
    null,
    ['no file of `acme/api` matches `opnapi/**`', 'no file of `acme/api` matches `*.rst`'],
  ],
  [
    'no-such',
    'acme/x',
    null,
    [
      '`acme/api` cannot be read: the App must be installed there, and `readers` in its settings must name this repository',
    ],
  ],
  [
    '"*"',
    'acme/docs',
    'acme/none',
    [
      '`acme/none` cannot be read: the App must be installed there, and `readers` in its settings must name this repository',
    ],
  ],
])('a watch of %s that %s may read in %s warns of %j', async (paths, reader, repository, warnings) => {
  const settings = `watch: [{ repository: ${repository ?? 'acme/api'}, prompt: Follow it, paths: [${paths}] }]\n`
  const listed: string[] = []
  const dashboard = await startDashboard(
    withFiles({
      workflow: null,
      settings,
      async listFiles({ name }, commit) {
        listed.push(`${name}@${commit}`)
        return { paths: ['openapi/pets.yml'], isComplete: true }
      },
    }),
  )
  await addProjects(dashboard.parts, { id: 1, account: { id: 77, login: 'acme' } }, [
    { id: 5678, name: 'api', private: true },
  ])
  const api = await loadProject(dashboard.store, projectIdOf(5678))
  const parsed = parseProjectConfig([{ path: '.github/prentice.yml', text: `readers: [${reader}]` }])
  const record = JSON.stringify({ ...api, ...parsed, filesSha: 'c0ffee' })
  await dashboard.store.commit({ set: [{ key: projectKeys.record(projectIdOf(5678)), value: record }] })
  const willy = await dashboard.signIn('willy')
  const page = `/projects/${dashboard.project}`
  await willy.post(`${page}/check`)
  const { text } = await willy.get(page)
  const shown = [...text.matchAll(/<li>watch: (.*?)<\/li>/g)].map(([, said]) => said)
  expect(shown).toEqual(warnings.map((one) => one.replace(/`(.*?)`/g, '<code>$1</code>')))
  // Names of files are told only to a repository that may read them.
  expect(listed).toEqual(repository === null && reader !== 'acme/x' ? ['api@c0ffee'] : [])
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

const WORKFLOW = `
run-name: Prentice \${{ inputs.run }}
on: { workflow_dispatch: { inputs: { run: { type: string } } } }
permissions: { id-token: write }
jobs:
  prentice:
    steps:
      - uses: ${REF.repository}@${'a'.repeat(40)}
        with: { run: a, app-url: https://prentice.example }
`

test.each<[string, ActionFinding, string, string]>([
  [
    'does not exist',
    { kind: 'wrong', why: 'there is no account prentice-dev' },
    'This server cannot use it',
    'Needs attention',
  ],
  [
    'cannot be seen',
    { kind: 'unverified', why: 'it is private' },
    'could not verify that the action exists',
    'Ready',
  ],
])('a workflow file whose action %s', async (_, action, text, badge) => {
  const dashboard = await startDashboard(withFiles({ workflow: WORKFLOW, settings: null, action }))
  const willy = await dashboard.signIn('willy')
  const page = `/projects/${dashboard.project}`
  await willy.post(`${page}/check`)
  const shown = (await willy.get(page)).text
  expect(shown).toContain(text)
  expect(shown).toContain(action.kind === 'ok' ? '' : action.why)
  expect((await willy.get('/projects')).text).toContain(badge)
})

test('GitHub leads people from the installation to the one project that is not ready', async () => {
  const app = await startDashboard()
  const olga = await app.signIn('olga')
  const query = '?installation_id=666&setup_action=install'
  const led = await olga.get(`/installed${query}`)
  expect([led.status, led.headers.get('location')]).toEqual([303, `/dashboard/projects/${app.project}`])
  // Without an installation that they see, the parameters of the address change nothing.
  const sten = await (await app.signIn('sten')).get(`/installed${query}`)
  expect([sten.status, sten.headers.get('location')]).toEqual([404, null])
})

test('somebody who may only request the installation reads who has to approve it', async () => {
  const app = await startDashboard()
  const rita = await app.signIn('rita')
  expect((await rita.get('/installed?setup_action=request')).status).toBe(303)
  expect((await rita.get('')).text).toContain('An owner of the organisation has to approve it on GitHub.')
})

test('a project that is not ready is checked again when somebody comes back, and then offers the first job', async () => {
  const { app } = await jobScene()
  const check = {
    ...{ checkedAt: app.clock.at, refused: null, organisation: null },
    workflow: { kind: 'ok', problems: [] },
    settings: { mistakes: [], warnings: [], explained: [] },
  }
  await app.store.commit({ set: [{ key: projectKeys.check(app.project), value: JSON.stringify(check) }] })
  const button = /href="\/dashboard\/jobs\/new\?project=[^"]*"[^>]*>.*Start the first job/
  expect((await (await app.signIn('willy')).get(`/projects/${app.project}`)).text).toMatch(button)
  expect((await (await app.signIn('rita')).get(`/projects/${app.project}`)).text).not.toMatch(button)
})
