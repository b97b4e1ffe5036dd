import { expect, test } from 'vitest'
import type { InstalledRepository } from '../../../../src/app/github/repository.ts'
import { runnerRepositoryKeys } from '../../../../src/app/projects/runner-repository.ts'
import { dispatchingGithub } from '../../../support/app/use-cases.ts'
import { workflowFile } from '../../../support/app/workflow-file.ts'
import { testPerson } from '../../../support/dashboard/people-github.ts'
import { DOCS, startDashboard, type Visitor } from '../../../support/dashboard/start-dashboard.ts'

const PATH = '/runner-repository'
const CONFIRMED = { setup: 'no', confirm: 'yes' }

const REPOSITORY: InstalledRepository = {
  ...{ id: DOCS, owner: { id: 77, login: 'acme' }, name: 'docs', private: true, visibility: 'private' },
  ...{ archived: false, defaultBranch: 'trunk', url: 'https://github.com/acme/docs' },
}

/** `docs` as GitHub shows it, which a test changes at any time. */
async function scene() {
  const seen = {
    repository: REPOSITORY,
    isProtected: true,
    workflow: workflowFile('https://prentice.example') as string | null,
  }
  const app = await startDashboard({
    github: dispatchingGithub([], {
      readRepository: async () => seen.repository,
      isProtected: async (_, branch) => seen.isProtected && branch === seen.repository.defaultBranch,
    }),
    workflows: {
      readWorkflowFile: async () => seen.workflow,
      readWorkflowState: async () => 'active',
    },
    people: [testPerson('mallory', { rights: { 4321: 'admin' }, owns: [88] })],
  })
  const named = async () => {
    const raw = await app.store.get(runnerRepositoryKeys.ofAccount(77))
    return raw === undefined ? null : (JSON.parse(raw) as unknown)
  }
  const name = (visitor: Visitor, over: Record<string, string> = {}) =>
    visitor.post(PATH, { project: app.project, ...CONFIRMED, ...over })
  return { app, seen, named, name }
}

const flash = (text: string): string | undefined =>
  /flash flash-(?:success|danger).*?<span>([^<]*)/s.exec(text)?.[1]

test('an owner looks at a repository, names it, and removes it, and the audit log says so', async () => {
  const { app, named, name } = await scene()
  const olga = await app.signIn('olga')
  expect((await olga.get('/projects')).text).toContain(`/dashboard${PATH}`)
  const first = await olga.get(PATH)
  expect(first.text).toContain('None: each repository runs its own workflow')
  const checked = await olga.get(`${PATH}?project=${app.project}`)
  expect(checked.text.match(/part-done/g)).toHaveLength(5)
  expect(checked.text).toContain('Default branch trunk is protected')
  expect(await named()).toBeNull()

  expect((await name(olga)).location).toBe(`/dashboard${PATH}`)
  expect(await named()).toEqual({
    ...{ repositoryId: DOCS, allowsSetup: false, by: '@olga', at: app.clock.at },
  })
  const { text } = await olga.get(PATH)
  expect(flash(text)).toBe('acme/docs now runs the work of all projects.')
  expect(text).toContain('Those of other repositories do not run there')
  app.clock.at += 1
  await name(olga, { setup: 'yes' })
  expect(await named()).toMatchObject({ allowsSetup: true })

  const unconfirmed = await olga.post(`${PATH}/remove`)
  expect([unconfirmed.status, await named()]).toEqual([422, expect.anything()])
  expect((await olga.post(`${PATH}/remove`, { confirm: 'yes' })).location).toBe(`/dashboard${PATH}`)
  expect(await named()).toBeNull()
  expect(flash((await olga.get(PATH)).text)).toBe('Each repository runs its own workflow again.')

  const { text: audit } = await olga.get('/audit?category=settings')
  expect(audit.match(/named the runner repository of/g)).toHaveLength(2)
  expect(audit).toContain('removed the runner repository of')
  expect(audit).toContain('acme/docs, setup commands allowed')
})

test.each(['ada', 'willy', 'rita'])(
  '%s, who does not own the account, neither sees nor changes it',
  async (login) => {
    const { app, named, name } = await scene()
    await name(await app.signIn('olga'))
    const before = await named()
    const visitor = await app.signIn(login)
    expect((await visitor.get('/projects')).text).not.toContain(PATH)
    const refused = await visitor.get(`${PATH}?project=${app.project}`)
    expect([refused.status, refused.text.includes('Only owners of acme')]).toEqual([403, true])
    expect((await name(visitor, { setup: 'yes' })).status).toBe(403)
    expect((await visitor.post(`${PATH}/remove`, { confirm: 'yes' })).status).toBe(403)
    expect(await named()).toEqual(before)
  },
)

test('a stranger has no account whose runner repository could be named', async () => {
  const { app, named, name } = await scene()
  const sten = await app.signIn('sten')
  expect([(await sten.get(PATH)).status, (await name(sten)).status]).toEqual([404, 404])
  expect(await named()).toBeNull()
})

test('an owner of another account names no repository here, and none of here for their own', async () => {
  const { app, named } = await scene()
  app.github.installations.push({
    id: 2,
    account: { id: 88, login: 'umbrella', type: 'Organization' },
    isSuspended: false,
    url: 'https://github.com/organizations/acme/settings/installations/1',
    repositories: [4321],
  })
  const mallory = await app.signIn('mallory')
  for (const [query, status] of [
    ['?account=acme', 404],
    ['?account=umbrella', 422],
  ] as const) {
    const refused = await mallory.post(`${PATH}${query}`, { project: app.project, ...CONFIRMED })
    expect([query, refused.status, refused.text.includes('acme/docs')]).toEqual([query, status, false])
  }
  expect(await named()).toBeNull()
  expect(await app.store.get(runnerRepositoryKeys.ofAccount(88))).toBeUndefined()
})

test('ownership of the account is checked when the form arrives, not when the page was shown', async () => {
  const { app, named, name } = await scene()
  const olga = await app.signIn('olga')
  expect((await olga.get(`${PATH}?project=${app.project}`)).text).toContain('Use this repository')
  const asked = app.github.calls.isOwner
  await name(olga)
  expect(app.github.calls.isOwner).toBe(asked + 1)
  const before = await named()
  app.github.people.olga?.owns.clear()
  expect((await name(olga, { setup: 'yes' })).status).toBe(403)
  expect((await olga.post(`${PATH}/remove`, { confirm: 'yes' })).status).toBe(403)
  expect(await named()).toEqual(before)
})

type Seen = Awaited<ReturnType<typeof scene>>['seen']

test.each<[string, (seen: Seen) => void, string]>([
  [
    'of another owner',
    (seen) => (seen.repository = { ...REPOSITORY, owner: { id: 78, login: 'evil' } }),
    'Another account owns it',
  ],
  [
    'that is public',
    (seen) => (seen.repository = { ...REPOSITORY, private: false, visibility: 'public' }),
    'Make it private',
  ],
  [
    'that is internal',
    (seen) => (seen.repository = { ...REPOSITORY, visibility: 'internal' }),
    'Make it private',
  ],
  ['that is archived', (seen) => (seen.repository = { ...REPOSITORY, archived: true }), 'Unarchive it'],
  ['without a protected branch', (seen) => (seen.isProtected = false), 'Add a ruleset'],
  ['without a workflow', (seen) => (seen.workflow = null), 'Merge the pull request'],
  ['with the workflow of another server', (seen) => (seen.workflow = 'on: push'), 'prints a valid file'],
])('a repository %s is refused, with what to do', async (_, change, next) => {
  const { app, seen, named, name } = await scene()
  const olga = await app.signIn('olga')
  change(seen)
  const checked = await olga.get(`${PATH}?project=${app.project}`)
  expect(checked.text).toContain(next)
  expect(checked.text).not.toContain('Use this repository')
  const refused = await name(olga)
  expect([refused.status, flash(refused.text), refused.text.includes(next)]).toEqual([
    ...[422, 'Nothing was changed: the repository does not meet all requirements.', true],
  ])
  expect(await named()).toBeNull()
})

test('without a choice about setup commands, or the confirmation, nothing is changed', async () => {
  const { app, named, name } = await scene()
  const olga = await app.signIn('olga')
  const { status, text } = await olga.post(PATH, { project: app.project })
  expect([status, text.includes('Choose whether setup'), text.includes('Tick the box')]).toEqual([
    422,
    true,
    true,
  ])
  const kept = await name(olga, { setup: 'yes', confirm: '' })
  expect([kept.status, /value="yes" required checked/.test(kept.text)]).toEqual([422, true])
  expect((await name(olga, { project: 'nowhere' })).text).toContain('with this name')
  expect(await named()).toBeNull()
})
