import { expect, test } from 'vitest'
import type { Job } from '../../../../src/app/domain/job.ts'
import type { Origin } from '../../../../src/app/domain/origin.ts'
import { runId } from '../../../../src/app/domain/run-id.ts'
import { GithubRefused, GithubUnavailable } from '../../../../src/app/github/errors.ts'
import type { Github } from '../../../../src/app/github/github.ts'
import type { RepositoryRef } from '../../../../src/app/github/repository.ts'
import { advanceJob } from '../../../../src/app/job-store/update-job.ts'
import { createJob } from '../../../../src/app/jobs/create-job.ts'
import { sendMessage } from '../../../../src/app/jobs/send-message.ts'
import { createKey } from '../../../../src/app/keys/create-key.ts'
import { loadProject, type Project, projectIdOf, projectKeys } from '../../../../src/app/projects/project.ts'
import { findContext } from '../../../../src/app/runs/assignment/find-context.ts'
import { claimRun } from '../../../../src/app/runs/claim-run.ts'
import { dispatchRun } from '../../../../src/app/runs/dispatch-run.ts'
import { recordEvents } from '../../../../src/app/runs/record-events.ts'
import { reason } from '../../../../src/contract/reasons.ts'
import { FEATURES } from '../../../../src/contract/runner-protocol/protocol.ts'
import { A_TEST } from '../../../support/app/actors.ts'
import { identity, SECRET, type UseCases } from '../../../support/app/claimed-run.ts'
import { DEFAULT_HEAD, dispatchingGithub, useCases } from '../../../support/app/use-cases.ts'

const ANA = { kind: 'github', id: 501, login: 'ana', issue: 1, via: 'comment', source: 1 } as const
const BOB = { ...ANA, id: 502, login: 'bob' } as const
const API = { id: 77, name: 'api' }

/** Of issues of acme/api; the others are by cleo, who may write there. */
const AUTHORS: Readonly<Record<number, { readonly id: number; readonly login: string } | null>> = {
  4: BOB,
  20: null,
  21: { id: 999, login: 'cleo' },
  22: { id: 504, login: 'dana' },
}

interface Given {
  readonly settings?: string
  readonly settingsOfApi?: string
  readonly ownerOfApi?: string
  readonly isApiPrivate?: boolean
  readonly visibility?: 'public' | 'private'
  readonly features?: readonly string[]
  readonly accountOfApi?: number
  /** Or a key that covers these projects. */
  readonly origin?: Origin | { readonly projectIds: string[] | null }
  readonly prompt?: string
  /** Logins that may read acme/api. */
  readonly readers?: readonly string[]
  /** Called while the server asks GitHub about a person. */
  readonly whileAsked?: () => Promise<unknown>
  readonly github?: Partial<Github>
}

/** acme/docs and acme/api; a job in acme/docs whose run is claimed. */
async function given({
  settings = 'context: [Acme/api]',
  settingsOfApi = 'readers: [acme/Docs]',
  ownerOfApi = 'acme',
  isApiPrivate = true,
  visibility = 'private',
  features = FEATURES,
  accountOfApi = 77,
  origin = ANA,
  readers = ['ana'],
  prompt = 'x',
  whileAsked = async () => {},
  github: over = {},
}: Given = {}) {
  const minted: RepositoryRef[][] = []
  const told: string[] = []
  const held: string[] = []
  const asked: string[] = []
  const read: number[] = []
  const isApi = (repository: Pick<RepositoryRef, 'id'>) => repository.id === API.id
  const github: Partial<Github> = {
    readDefaultHead: async (repository) =>
      isApi(repository)
        ? {
            ...DEFAULT_HEAD,
            private: isApiPrivate,
            name: 'api',
            owner: ownerOfApi,
            ownerId: accountOfApi,
            defaultBranch: 'trunk',
          }
        : DEFAULT_HEAD,
    readProjectFiles: async (repository) => ({
      settings: [{ path: '.github/prentice.yml', text: isApi(repository) ? settingsOfApi : settings }],
      instructions: [],
    }),
    mintContextToken: async (repositories) => {
      minted.push([...repositories])
      return 'ghs_context'
    },
    readIssue: async (_, number) => {
      read.push(number)
      const author = AUTHORS[number] === undefined ? { id: 503, login: 'cleo' } : AUTHORS[number]
      if (number === 9 || number > 100) return null
      return { title: `Title ${number}`, body: 'Text', author, isPullRequest: number === 3 }
    },
    listChangedFiles: async () => [
      { path: 'src/pets.ts', previousPath: null, status: 'modified', patch: '@@ -1 +1 @@\n-a\n+b' },
    ],
    permissionOf: async (repository, login) => {
      asked.push(`${login} in ${repository.name}`)
      await whileAsked()
      const userId = { ana: 501, 'ana[bot]': 501, bob: 502, cleo: 503, dana: 504 }[login] ?? 0
      const may = { cleo: 'write', dana: 'admin' } as const
      const permission =
        login === 'cleo' || login === 'dana' ? may[login] : readers.includes(login) ? 'read' : 'none'
      return { userId, permission, roleName: permission }
    },
    ...over,
  }
  const world = await useCases(dispatchingGithub([], github))
  const docs = await loadProject(world.store, 'prj_ya')
  if (docs === null) throw new Error('there is no project')
  const api: Project = {
    ...docs,
    id: projectIdOf(API.id),
    repositoryId: API.id,
    owner: ownerOfApi,
    name: 'api',
    accountId: accountOfApi,
  }
  await world.store.commit({
    set: [
      { key: projectKeys.record(api.id), value: JSON.stringify(api) },
      ...[docs, api].map((one) => ({ key: projectKeys.ofAccount(one.accountId, one.id), value: one.id })),
    ],
  })
  const work = {
    ...(await world.workRequest()),
    origin: 'projectIds' in origin ? await newKey(world, origin.projectIds) : origin,
  }
  const accepted = await createJob(world, { ...work, prompt, ref: null, model: null, draft: null })
  if (accepted.kind !== 'accepted') throw new Error(accepted.kind)
  await dispatchRun(world, await world.job(accepted.id))
  const run = runId({ project: 'prj_ya', job: accepted.id, run: 1 })
  const claim = async (number = 1) => {
    const claimant = identity({ repositoryVisibility: visibility, workflowRunId: 1000 + number })
    const run = runId({ project: 'prj_ya', job: accepted.id, run: number })
    const claimed = await claimRun(world, claimant, SECRET, { run, protocol: 1, features: [...features] })
    if (claimed.kind !== 'claimed') throw new Error(JSON.stringify(claimed))
    const { context, material, outside, prompts, warnings = [] } = claimed.assignment
    held.splice(0, held.length, ...(outside?.holdCi ? outside.read : []))
    told.splice(0, told.length, ...prompts.map(({ text }) => text))
    return { context, warnings, ...(material && { material }) }
  }
  return { ...world, minted, told, held, asked, read, claim, run, id: accepted.id, work }
}

async function newKey(world: Pick<UseCases, 'store' | 'now'>, projectIds: string[] | null): Promise<Origin> {
  const deps = { ...world, newKeyId: () => 'k1', secretInt: () => 0, keyPepper: null, auditMs: 1000 }
  const wanted = { accountId: 77, name: 'ci', scopes: ['write'], projectIds, allowedIps: [] } as const
  const added = await createKey(deps, { ...wanted, expiresInDays: null, createdBy: 'a test' }, A_TEST)
  if (added.kind !== 'added') throw new Error(added.kind)
  return { kind: 'key', id: added.record.id, name: 'ci' }
}

const CONTEXT = { token: 'ghs_context', repositories: [{ owner: 'acme', name: 'api', branch: 'trunk' }] }

test('the runner gets what the other repository permits and the person may read now', async () => {
  const world = await given()
  expect(await world.claim()).toEqual({ context: CONTEXT, warnings: [] })
  expect(world.minted).toMatchObject([[{ id: API.id, name: 'api' }]])
  expect(world.asked).toEqual(['ana in api'])
  // A repeated claim gets a new token for the same repositories.
  expect((await world.claim()).context).toEqual(CONTEXT)
})

test.each<[string, Given, string]>([
  [
    'does not name the reader',
    { settingsOfApi: 'readers: [acme/other]' },
    'its settings do not name acme/docs under `readers`',
  ],
  ['has no settings', { settingsOfApi: '' }, 'its settings do not name'],
  ['has invalid settings', { settingsOfApi: 'readers: 5' }, 'readers must be'],
  [
    'is seen by fewer people than a public reader',
    { visibility: 'public' },
    'this repository is visible to more people',
  ],
  ['belongs to another account', { accountOfApi: 78 }, 'in the same account'],
  ['is not known', { settings: 'context: [acme/none]' }, 'acme/none is left out: the App is not installed'],
  ['is the reader itself', { settings: 'context: [acme/docs]' }, 'another repository of this name'],
  ['is hidden from who asks', { origin: BOB }, 'bob may not read it'],
  ['is hidden from who has the login now', { origin: { ...ANA, id: 503 } }, 'ana may not read it'],
  [
    'is asked for by a bot',
    { origin: { ...ANA, login: 'ana[bot]' }, readers: ['ana[bot]'] },
    'ana[bot] may not read it',
  ],
  [
    'is hidden from who asks in the dashboard',
    { origin: { kind: 'actor', id: 502, login: 'bob' } },
    'bob may not read it',
  ],
  [
    'is not covered by the key, which is unknown',
    { origin: { kind: 'key', id: 'k', name: 'ci' } },
    'the API key that asked may not read it',
  ],
  ['is too new for the action', { features: ['checks'] }, 'update the action'],
])('a repository that %s is left out, and the log says why', async (_, over, why) => {
  const world = await given(over)
  const { context, warnings } = await world.claim()
  expect(context).toBeUndefined()
  expect(warnings).toEqual([expect.stringContaining(why)])
  expect(world.minted).toEqual([])
})

test('a run without a known asker reads no other repository', async () => {
  const world = await given()
  const job = await world.job(world.id)
  const project = await loadProject(world.store, 'prj_ya')
  if (project === null) throw new Error('there is no project')
  const turn = (run: Partial<Job['run']>) =>
    findContext(world, { ...job, run: { ...job.run, ...run } }, project, { isPublic: false })
  expect((await turn({})).repositories).toHaveLength(1)
  const { repositories, warnings } = await turn({ first: 9, last: 8, claimedAt: 1 })
  expect(repositories).toEqual([])
  expect(warnings).toEqual([expect.stringContaining('nobody is known to have asked for the run')])
})

const unavailable = () => Promise.reject(new GithubUnavailable('502', 0))
const refuse = () => Promise.reject(new GithubRefused(reason('permission-missing', 'issues')))

test.each<[string, Partial<Github>]>([
  ['what a person may read', { permissionOf: unavailable }],
  ['an issue', { readIssue: unavailable }],
  ['a token', { mintContextToken: unavailable }],
])('a claim fails, and can be repeated, if GitHub does not answer with %s', async (_, github) => {
  const world = await given({ prompt: LINKS, github })
  await expect(world.claim()).rejects.toThrow(GithubUnavailable)
})

test('a part that GitHub refuses is left out: the token with all that is read, or an issue', async () => {
  const token = await given({ prompt: LINKS, github: { mintContextToken: refuse } })
  const { context, warnings, ...more } = await token.claim()
  expect([context, more]).toEqual([undefined, {}])
  expect(warnings).toEqual([expect.stringMatching(/^context: it is left out: .*issues/)])
  const issues = await given({ prompt: LINKS, github: { readIssue: refuse } })
  expect(await issues.claim()).toEqual({ context: CONTEXT, warnings: [] })
})

test('GitHub is asked about a person once, whichever way they sent their messages', async () => {
  const world = await given({ origin: { kind: 'actor', id: 501, login: 'ana' } })
  await sendMessage(world, { ...world.work, origin: ANA, job: world.id, prompt: 'y' })
  expect((await world.claim()).context).toEqual(CONTEXT)
  expect(world.asked).toEqual(['ana in api'])
})

test('the context repositories of a run stay as they were at its claim, regardless of who sends a message later', async () => {
  const world = await given()
  await world.claim()
  await sendMessage(world, { ...world.work, origin: BOB, job: world.id, prompt: 'y' })
  expect(await world.claim()).toEqual({ context: CONTEXT, warnings: [] })
})

test('a public repository may be read by everybody whom it names', async () => {
  const world = await given({ isApiPrivate: false, origin: BOB, visibility: 'public' })
  expect((await world.claim()).context).toEqual(CONTEXT)
  expect(world.asked).toEqual([])
})

test('a key reads the repositories that it covers, and a watched merge those that the settings permit', async () => {
  const covering = await given({ origin: { projectIds: null } })
  expect((await covering.claim()).context).toEqual(CONTEXT)
  const few = await given({ origin: { projectIds: ['prj_ya'] } })
  expect((await few.claim()).warnings).toEqual([expect.stringContaining('the API key that asked')])
  const watched = await given({ origin: { kind: 'watch', id: 'prj_x', name: 'acme/x' } })
  expect((await watched.claim()).context).toEqual(CONTEXT)
})

test('all who ask in a turn must be able to read it, also those whose message comes later', async () => {
  const both = await given()
  await sendMessage(both, { ...both.work, origin: BOB, job: both.id, prompt: 'y' })
  expect((await both.claim()).warnings).toEqual(['context: Acme/api is left out: bob may not read it'])

  const later = await given()
  await later.claim()
  const texts = async () => {
    const events = await recordEvents(later, later.run, SECRET, { events: [], acknowledged: 0 })
    return events.kind === 'recorded' ? events.messages.map(({ text }) => text) : []
  }
  await sendMessage(later, { ...later.work, job: later.id, prompt: 'more' })
  await sendMessage(later, { ...later.work, origin: BOB, job: later.id, prompt: 'print all of acme/api' })
  await sendMessage(later, { ...later.work, job: later.id, prompt: 'and more' })
  expect(await texts()).toEqual(['more'])
})

test('a message that arrives during the check of the rights is not read with texts that its sender may not read', async () => {
  let sent = false
  const world = await given({
    whileAsked: async () => {
      if (sent) return
      sent = true
      await sendMessage(world, { ...world.work, origin: BOB, job: world.id, prompt: 'print all of acme/api' })
    },
  })
  expect((await world.claim()).context).toEqual(CONTEXT)
  expect(sent).toBe(true)
  expect(world.told).toEqual(['x'])
  const events = await recordEvents(world, world.run, SECRET, { events: [], acknowledged: 0 })
  expect(events).toMatchObject({ kind: 'recorded', messages: [] })
})

/** A second turn of these, after a first one of this person. */
async function secondTurn(first: Origin, ...second: readonly Origin[]) {
  const world = await given({ origin: first })
  await world.claim()
  const key = { project: 'prj_ya', job: world.id, run: 1 }
  await advanceJob(world, key, { type: 'failed', reason: reason('no-change', 'x') })
  for (const origin of second)
    await sendMessage(world, { ...world.work, origin, job: world.id, prompt: 'next' })
  await dispatchRun(world, await world.job(world.id))
  return world.claim(2)
}

test('a turn of a person reads what that person may, regardless of who asked before', async () => {
  expect((await secondTurn(BOB, ANA)).context).toEqual(CONTEXT)
})

test.each<Origin>([
  { kind: 'settings', id: 'on-ci-failure', name: 'a failure of ci.yml' },
  { kind: 'watch', id: 'prj_x', name: 'acme/x' },
])('a turn of $kind reads no more than those may who asked before', async (settings) => {
  expect((await secondTurn(ANA, settings)).context).toEqual(CONTEXT)
  const leftOut = ['context: Acme/api is left out: bob may not read it']
  expect((await secondTurn(BOB, settings)).warnings).toEqual(leftOut)
  expect((await secondTurn(BOB, settings, ANA)).warnings).toEqual(leftOut)
})

test('a run that reads no other repository takes messages from everybody', async () => {
  const world = await given({ settings: '' })
  await world.claim()
  await sendMessage(world, { ...world.work, origin: BOB, job: world.id, prompt: 'more' })
  const events = await recordEvents(world, world.run, SECRET, { events: [], acknowledged: 0 })
  expect(events).toMatchObject({ kind: 'recorded', messages: [{ text: 'more' }] })
})

const LINKS = `As in acme/api#2 and https://github.com/Acme/api/pull/3, not acme/secret#5, other/acme/api#6,
https://evil.example/acme/api/issues/7, acme/api#2 again, acme/api#4 or acme/api#9.`

test('the runner gets issues and pull requests of the other repository that a prompt names as data', async () => {
  const world = await given({ prompt: LINKS })
  expect((await world.claim()).material).toEqual([
    { of: 'the issue acme/api#2', text: 'Title: Title 2\n\nText' },
    { of: 'the pull request acme/api#3', text: expect.stringContaining('- src/pets.ts (modified)') },
  ])
  expect(world.read.toSorted()).toEqual([2, 3, 4, 9])
  const all = await given({
    prompt: LINKS,
    settings: 'context: [acme/api]\ntriggers: { issue-text: everyone }',
  })
  expect((await all.claim()).material).toHaveLength(3)
})

// https://github.com/stablyai/orca/issues/20449
test('the login of a managed user, who owns the other repository, has an underscore', async () => {
  const world = await given({
    ownerOfApi: 'ana_acme',
    settings: 'context: [ana_acme/api]',
    prompt: 'As in ana_acme/api#2 and https://github.com/ana_acme/api/pull/3',
  })
  const { context, warnings, material } = await world.claim()
  expect([context?.repositories.map(({ owner }) => owner), warnings]).toEqual([['ana_acme'], []])
  expect(material).toHaveLength(2)
})

test('an issue of the other repository counts only if its author may write there now', async () => {
  const world = await given({ prompt: 'acme/api#4, acme/api#20, acme/api#21, acme/api#22 and acme/api#23' })
  expect((await world.claim()).material?.map(({ of }) => of)).toEqual([
    'the issue acme/api#22',
    'the issue acme/api#23',
  ])
})

test('without the right to read the repository, the runner gets none of them, otherwise at most five', async () => {
  const bob = await given({ prompt: LINKS, origin: BOB })
  expect(await bob.claim()).not.toHaveProperty('material')
  expect(bob.read).toEqual([])
  const many = await given({ prompt: [11, 12, 13, 14, 15, 16, 17].map((n) => `acme/api#${n}`).join(' ') })
  expect((await many.claim()).material).toHaveLength(5)
  const absent = await given({
    prompt: Array.from({ length: 300 }, (_, n) => `acme/api#${n + 101}`).join(' '),
  })
  expect(await absent.claim()).not.toHaveProperty('material')
  expect(absent.read.length).toBeLessThanOrEqual(10)
})

test('texts of other repositories hold CI, in later runs, too', async () => {
  const world = await given({ prompt: LINKS, settings: 'context: [acme/api]\nci: hold' })
  await world.claim()
  const texts = ['the issue acme/api#2', 'the pull request acme/api#3']
  expect(world.held).toEqual(texts)
  const key = { project: 'prj_ya', job: world.id, run: 1 }
  await advanceJob(world, key, { type: 'failed', reason: reason('no-change', 'x') })
  await sendMessage(world, { ...world.work, job: world.id, prompt: 'and this' })
  await dispatchRun(world, await world.job(world.id))
  await world.claim(2)
  expect(world.held).toEqual(texts)
})
