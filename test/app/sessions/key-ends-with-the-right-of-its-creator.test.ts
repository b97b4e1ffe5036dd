import { expect, test } from 'vitest'
import { GithubRefused, GithubUnavailable } from '../../../src/app/github/errors.ts'
import { apiKeyKeys } from '../../../src/app/keys/key-record.ts'
import { createLog } from '../../../src/app/log/create-log.ts'
import { projectKeys } from '../../../src/app/projects/project.ts'
import { createCreatorChecks } from '../../../src/app/sessions/check-creators.ts'
import { reason } from '../../../src/contract/reasons.ts'
import { findKey } from '../../support/app/find-key.ts'
import { dispatchingGithub } from '../../support/app/use-cases.ts'
import { DOCS, startDashboard } from '../../support/dashboard/start-dashboard.ts'

const ACME = 77
const MINUTE = 60_000
const REPOSITORY = {
  ...{ private: true, visibility: 'private', archived: false, defaultBranch: 'main' },
  url: 'https://github.com/acme/docs',
}
const FORM = { name: 'ci', scope: 'write', expires: '90', addresses: '' }

/** A key that `login` made in the dashboard, and a GitHub on which the test changes what they may do. */
async function scene(creator: 'olga' | 'ada', coverage: 'all' | 'chosen') {
  const dashboard = await startDashboard()
  const { store, clock, project } = dashboard
  const now = () => clock.at
  const visitor = await dashboard.signIn(creator)
  const chosen = coverage === 'chosen' ? { project } : {}
  const made = await visitor.post('/keys', { ...FORM, coverage, ...chosen })
  const key = /prn_\w{36}/.exec(made.text)?.[0] ?? ''
  const person = dashboard.github.people[creator]
  if (person === undefined) throw new Error(`there is no ${creator}`)
  let isReachable = true
  let owner = 'acme'
  let login: string | null = creator
  let isGone = false
  let asked = 0
  const answer = <T>(value: T): T => {
    asked += 1
    if (!isReachable) throw new GithubUnavailable('no answer', clock.at + 90_000)
    return value
  }
  let forgotten = 0
  const github = dispatchingGithub([], {
    forgetToken: () => {
      forgotten += 1
    },
    loginOf: async (_, id) => answer(id === person.id ? login : null),
    isOrganizationOwner: async (account, asked) =>
      answer(account.owner === owner && asked === login && person.owns.has(ACME)),
    readRepository: async ({ id, name }) => {
      if (isGone) throw new GithubRefused(reason('repository-gone', 'GitHub has no such repository'))
      return answer({ ...REPOSITORY, id, name, owner: { id: ACME, login: owner } })
    },
    permissionOf: async (_, asked) => {
      if (isGone) return answer(null)
      // Another person has taken the login that the creator had before.
      if (asked !== login) return answer({ userId: 1, permission: 'admin', roleName: 'admin' })
      const right = person.rights.get(DOCS) ?? 'none'
      return answer({ userId: person.id, permission: right, roleName: right })
    },
  })
  const [entry] = await store.list({ prefix: apiKeyKeys.creatorQueue(), limit: 10 })
  const [, at, , accountId, id = ''] = entry?.key.split('/') ?? []
  const deps = { store, now, github, log: createLog('silent').log, auditMs: 86_400_000 }
  const { checkKey } = createCreatorChecks(deps)
  const checkOnce = () => checkKey({ accountId: Number(accountId), id })
  return {
    clock,
    person,
    store,
    firstCheckAt: Number(at),
    asked: () => asked,
    renameAccount(name: string) {
      owner = name
    },
    /** `null`: the person deletes their account. */
    renameCreator(name: string | null) {
      login = name
    },
    deleteRepository() {
      isGone = true
    },
    /** Checks all keys of the account, and returns the times of the next checks; `null`: a key without a creator. */
    async checkAll() {
      const entries = await store.list({ prefix: apiKeyKeys.allOf(ACME), limit: 100 })
      const ids = entries.map((one) => one.key.split('/').at(-1) ?? '')
      return Promise.all(ids.map((one) => checkKey({ accountId: ACME, id: one })))
    },
    another: () => visitor.post('/keys', { ...FORM, coverage, ...chosen }),
    unreachable() {
      isReachable = false
    },
    checkOnce,
    /** As often as the checks themselves ask for within a minute. */
    async check() {
      let next = await checkOnce()
      while (next !== null && next - clock.at <= MINUTE / 2) {
        clock.at = next
        next = await checkOnce()
      }
      return next
    },
    forgotten: () => forgotten,
    isValid: async () => (await findKey({ store, now, keyPepper: null }, key)).kind === 'valid',
  }
}

test('a key is checked again before five minutes have passed', async () => {
  const { clock, check, isValid, firstCheckAt } = await scene('ada', 'chosen')
  expect(firstCheckAt - clock.at).toBeLessThan(5 * 60_000)
  expect(((await check()) ?? 0) - clock.at).toBeLessThan(5 * 60_000)
  expect(await isValid()).toBe(true)
})

test('a key of a project ends when its creator is no admin there any more', async () => {
  const { clock, person, check, isValid } = await scene('ada', 'chosen')
  person.rights.set(DOCS, 'write')
  clock.at += MINUTE
  expect(await check()).toBeNull()
  expect(await isValid()).toBe(false)
})

test.each(['olga', 'ada'] as const)(
  'a key of %s stays when GitHub takes back what it denied',
  async (creator) => {
    const scenery = await scene(creator, creator === 'olga' ? 'all' : 'chosen')
    const { clock, person, checkOnce, check, isValid, forgotten } = scenery
    const [rights, owns] = [new Map(person.rights), new Set(person.owns)]
    for (let round = 0; round < 3; round++) {
      person.rights.clear()
      person.owns.clear()
      // Once, and in the next round twice.
      for (let denied = 0; denied <= round % 2; denied++) {
        clock.at += MINUTE / 2
        expect((await checkOnce()) ?? 0).toBe(clock.at + MINUTE / 2)
      }
      for (const [repository, right] of rights) person.rights.set(repository, right)
      for (const account of owns) person.owns.add(account)
      clock.at += MINUTE / 2
      expect((await checkOnce()) ?? 0).toBeGreaterThan(clock.at)
      expect(await isValid()).toBe(true)
    }
    // Each repetition has a token of its own.
    expect(forgotten()).toBe(4)
    person.rights.clear()
    person.owns.clear()
    clock.at += MINUTE
    const since = clock.at
    expect(await check()).toBeNull()
    expect([await isValid(), clock.at - since]).toEqual([false, MINUTE])
  },
)

test('a key without projects ends', async () => {
  const { store, check, isValid } = await scene('ada', 'chosen')
  for (const entry of await store.list({ prefix: apiKeyKeys.allOf(ACME), limit: 100 })) {
    const key = apiKeyKeys.record(entry.value)
    const value = ((await store.get(key)) ?? '').replace(/"projectIds":\["[^"]+"\]/, '"projectIds":[]')
    await store.commit({ set: [{ key, value }] })
  }
  expect(await check()).toBeNull()
  expect(await isValid()).toBe(false)
})

test('a key of an account ends when its creator no longer owns it', async () => {
  const { clock, person, check, isValid } = await scene('olga', 'all')
  expect(await check()).not.toBeNull()
  person.owns.clear()
  clock.at += MINUTE
  expect(await check()).toBeNull()
  expect(await isValid()).toBe(false)
})

test('while GitHub does not answer, the key stays and is checked again', async () => {
  const { clock, unreachable, check, isValid } = await scene('ada', 'chosen')
  unreachable()
  expect(await check()).toBe(clock.at + 90_000)
  expect(await isValid()).toBe(true)
})

test('keys of one creator are checked at the same time, with the same questions', async () => {
  const { another, asked, checkAll, check } = await scene('ada', 'chosen')
  await another()
  await another()
  await check()
  const questions = asked()
  const times = (await checkAll()).filter((at) => at !== null)
  expect(times).toHaveLength(3)
  expect(new Set(times).size).toBe(1)
  expect(asked()).toBe(questions)
})

test('a key stays when its organisation is renamed', async () => {
  const { renameAccount, check, isValid } = await scene('olga', 'all')
  renameAccount('acme-corp')
  expect(await check()).not.toBeNull()
  expect(await isValid()).toBe(true)
})

test.each(['olga', 'ada'] as const)('a key stays when %s changes their login', async (creator) => {
  const { renameCreator, person, clock, check, isValid } = await scene(
    creator,
    creator === 'olga' ? 'all' : 'chosen',
  )
  renameCreator('another-name')
  expect(await check()).not.toBeNull()
  expect(await isValid()).toBe(true)
  person.rights.clear()
  person.owns.clear()
  clock.at += MINUTE
  await check()
  expect(await isValid()).toBe(false)
})

test('a key ends when its creator deletes their account', async () => {
  const { renameCreator, check, isValid } = await scene('ada', 'chosen')
  renameCreator(null)
  expect(await check()).toBeNull()
  expect(await isValid()).toBe(false)
})

test('a key stays when its repository is deleted, as it covers nothing there', async () => {
  const { deleteRepository, check, isValid } = await scene('ada', 'chosen')
  deleteRepository()
  expect(await check()).not.toBeNull()
  expect(await isValid()).toBe(true)
})

test('a key stays while the App is not installed, when nobody can say who owns the account', async () => {
  const { store, check, isValid } = await scene('olga', 'all')
  const key = projectKeys.record('prj_ya')
  const project = JSON.parse((await store.get(key)) ?? '')
  await store.commit({ set: [{ key, value: JSON.stringify({ ...project, installationId: null }) }] })
  expect(await check()).not.toBeNull()
  expect(await isValid()).toBe(true)
})

test('a key of an account ends also where many projects are no longer installed', async () => {
  const { clock, person, store, check, isValid } = await scene('olga', 'all')
  const project = JSON.parse((await store.get(projectKeys.record('prj_ya'))) ?? '')
  const [entry] = await store.list({ prefix: projectKeys.allOf(ACME), limit: 1 })
  for (let n = 1_000; n < 3_100; n++) {
    const id = `prj_0${n}`
    const value = JSON.stringify({ ...project, id, installationId: null })
    await store.commit({
      set: [
        { key: projectKeys.record(id), value },
        { key: (entry?.key ?? '').replace(/[^/]+$/, id), value: id },
      ],
    })
  }
  person.owns.clear()
  clock.at += MINUTE
  expect(await check()).toBeNull()
  expect(await isValid()).toBe(false)
})

test('a key of the command line has no creator to check', async () => {
  const dashboard = await startDashboard()
  await dashboard.newKey()
  expect(await dashboard.store.list({ prefix: apiKeyKeys.creatorQueue(), limit: 1 })).toEqual([])
})
