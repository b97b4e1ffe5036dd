import { expect, test } from 'vitest'
import { runId } from '../../../../src/app/domain/run-id.ts'
import type { InstalledRepository, RepositoryRef } from '../../../../src/app/github/repository.ts'
import { loadProject, projectKeys } from '../../../../src/app/projects/project.ts'
import { runnerRepositoryKeys, whyUnfit } from '../../../../src/app/projects/runner-repository.ts'
import { claimRun } from '../../../../src/app/runs/claim-run.ts'
import { dispatchRun } from '../../../../src/app/runs/dispatch-run.ts'
import { type Reason, reason } from '../../../../src/contract/reasons.ts'
import { FEATURES } from '../../../../src/contract/runner-protocol/protocol.ts'
import { identity, SECRET } from '../../../support/app/claimed-run.ts'
import { DEFAULT_HEAD, dispatchingGithub, useCases } from '../../../support/app/use-cases.ts'

const RUNNER: InstalledRepository = {
  ...{ id: 99, owner: { id: 77, login: 'acme' }, name: 'runner', private: true, visibility: 'private' },
  ...{ archived: false, defaultBranch: 'trunk', url: 'https://github.com/acme/runner' },
}

test.each<[string, Partial<InstalledRepository>, string | null]>([
  ['private', {}, null],
  ['private on an older server', { visibility: undefined }, null],
  ['public', { private: false, visibility: 'public' }, 'is not private'],
  ['internal', { visibility: 'internal' }, 'is not private'],
  ['archived', { archived: true }, 'is archived'],
  ['of another account', { owner: { id: 78, login: 'evil' } }, 'belongs to evil, which is another account'],
])('a runner repository that is %s', (_, over, why) => {
  expect(whyUnfit({ ...RUNNER, ...over }, 77)).toBe(why)
})

const SETTINGS = 'setup: [npm ci]\nchecks: [npm test]\n'

/** A run that was dispatched in the runner repository. */
async function dispatched({ allowsSetup = false, settings = '', refusal = null as Reason | null } = {}) {
  const sent: [string, string][] = []
  const seen = { runner: RUNNER, isProtected: true, isPrivate: true }
  const github = dispatchingGithub([], {
    readDefaultHead: async () => DEFAULT_HEAD,
    readProjectFiles: async () => ({
      settings: [{ path: '.github/prentice.yml', text: settings }],
      instructions: [],
    }),
    async readRepository({ id }: RepositoryRef) {
      return id === 99 ? seen.runner : { ...RUNNER, id, name: 'docs', private: seen.isPrivate }
    },
    isProtected: async () => seen.isProtected,
    async dispatchWorkflow({ name }, { ref }) {
      sent.push([name, ref])
      if (refusal !== null) return { kind: 'refused', reason: refusal }
      return { kind: 'started', workflowRunId: 1001, url: 'https://github.com/acme/runner/x' }
    },
  })
  const world = await useCases(github)
  const { store } = world
  const own = await loadProject(store, 'prj_ya')
  const runner = { ...own, id: 'prj_2r', repositoryId: 99, name: 'runner', url: RUNNER.url }
  const record = { repositoryId: 99, allowsSetup, by: 'root', at: 1 }
  await store.commit({
    set: [
      { key: projectKeys.record('prj_2r'), value: JSON.stringify(runner) },
      { key: runnerRepositoryKeys.ofAccount(77), value: JSON.stringify(record) },
    ],
  })
  const { id } = await world.newJob()
  await dispatchRun(world, await world.job(id))
  const key = { project: 'prj_ya', job: id, run: 1 }
  const file = 'acme/runner/.github/workflows/prentice.yml@refs/heads/trunk'
  const runnerIdentity = identity({
    ...{ repositoryId: 99, ref: 'refs/heads/trunk', workflowRef: file, jobWorkflowRef: file },
  })
  const claim = (who = runnerIdentity) =>
    claimRun(world, who, SECRET, { run: runId(key), protocol: 1, features: [...FEATURES] })
  return { world, sent, seen, claim, runnerIdentity, store, job: () => world.job(id) }
}

test('the workflow starts in the runner repository, on its default branch, and works on the other repository', async () => {
  const { sent, claim, job } = await dispatched()
  expect(sent).toEqual([['runner', 'trunk']])
  expect(await claim()).toMatchObject({
    kind: 'claimed',
    assignment: { repository: { id: 1234, name: 'docs', private: true }, fetchToken: 'ghs_read' },
  })
  expect((await job()).run).toMatchObject({
    workflow: { repositoryId: 99, branch: 'trunk' },
    workflowRunUrl: 'https://github.com/acme/runner/actions/runs/1001',
  })
})

test('a start that GitHub refuses there names the runner repository', async () => {
  const { sent, job } = await dispatched({ refusal: reason('workflow-missing', 'prentice.yml') })
  expect(sent).toEqual([['runner', 'trunk']])
  const { run } = await job()
  expect(run).toMatchObject({ state: 'failed', reason: { code: 'runner-repository' } })
  expect(run.reason?.message).toMatch(
    /cannot be used: acme\/runner: The workflow file prentice\.yml is not on the default branch, or Actions are disabled for the repository\. Fix that, /,
  )
})

test('the workflow of the repository itself cannot claim the run', async () => {
  const { claim } = await dispatched()
  expect(await claim(identity())).toMatchObject({
    kind: 'refused',
    why: 'wrong-workflow-run',
    message: expect.stringContaining('it runs in repository 1234, not in 99'),
  })
})

test('whether prompts are shown depends on the repository that is worked on', async () => {
  for (const isPrivate of [true, false]) {
    const { claim, seen } = await dispatched()
    seen.isPrivate = isPrivate
    expect(await claim()).toMatchObject({
      assignment: { repository: { private: isPrivate }, showPrompt: isPrivate },
    })
  }
})

type Given = Awaited<ReturnType<typeof dispatched>>

const changeProject = async ({ store }: Given, id: string, change: object) => {
  const project = await loadProject(store, id)
  const value = JSON.stringify({ ...project, ...change })
  await store.commit({ set: [{ key: projectKeys.record(id), value }] })
}

const NOT_INSTALLED = 'the GitHub App is not installed on it, or another account owns it'

test.each<[string, (given: Given) => unknown, string]>([
  [
    'public',
    ({ seen }) => Object.assign(seen, { runner: { ...RUNNER, private: false } }),
    'acme/runner is not private',
  ],
  [
    'without protection',
    ({ seen }) => Object.assign(seen, { isProtected: false }),
    'no rule protects trunk, the default branch of acme/runner, from changes without a review',
  ],
  [
    'no longer named',
    ({ store }) => store.commit({ del: [runnerRepositoryKeys.ofAccount(77)] }),
    'the account no longer names the one in which the workflow was started',
  ],
  ['without the App', (given) => changeProject(given, 'prj_2r', { installationId: null }), NOT_INSTALLED],
  ['of another account', (given) => changeProject(given, 'prj_2r', { accountId: 78 }), NOT_INSTALLED],
  [
    'unknown to the server',
    ({ store }) => store.commit({ del: [projectKeys.record('prj_2r')] }),
    NOT_INSTALLED,
  ],
])('a runner repository that is %s since the dispatch gets nothing', async (_, change, detail) => {
  const given = await dispatched()
  await change(given)
  expect(await given.claim()).toMatchObject({ kind: 'refused', why: 'run-ended' })
  const { run } = await given.job()
  expect([run.state, run.reason]).toEqual(['failed', reason('runner-repository', detail)])
})

test.each<[string, (given: Given) => unknown, Reason]>([
  [
    'without the App',
    (given) => changeProject(given, 'prj_ya', { installationId: null }),
    reason('app-uninstalled'),
  ],
  [
    'deleted',
    (given) => changeProject(given, 'prj_ya', { installationId: null, isDeleted: true }),
    reason('repository-gone', 'it was deleted'),
  ],
  [
    'unknown to the server',
    ({ store }) => store.commit({ del: [projectKeys.record('prj_ya')] }),
    reason('app-uninstalled'),
  ],
])('the runner gets nothing for a repository that is %s since the dispatch', async (_, change, why) => {
  const given = await dispatched()
  await change(given)
  expect(await given.claim()).toMatchObject({ kind: 'refused', why: 'run-ended' })
  const { run } = await given.job()
  expect([run.state, run.reason]).toEqual(['failed', why])
})

test('a token that says the repository is public gets nothing', async () => {
  const { claim, runnerIdentity } = await dispatched()
  const refused = await claim({ ...runnerIdentity, repositoryVisibility: 'public' })
  expect(refused).toMatchObject({ kind: 'refused', why: 'run-ended' })
})

test('commands with network access, and checks that need them, run there only if it allows them', async () => {
  const allowed = await (await dispatched({ allowsSetup: true, settings: SETTINGS })).claim()
  expect(allowed).toMatchObject({ assignment: { checks: { setup: [{ run: 'npm ci' }] } } })
  const refused = await (await dispatched({ settings: SETTINGS })).claim()
  expect(refused).toMatchObject({
    assignment: { warnings: [expect.stringContaining('does not allow `setup` commands')] },
  })
  expect(JSON.stringify(refused)).not.toContain('npm')
  const without = await (await dispatched({ settings: 'checks: [npm test]' })).claim()
  expect(without).toMatchObject({ assignment: { checks: { commands: [{ run: 'npm test' }] } } })
})
