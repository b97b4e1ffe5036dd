import { expect, test } from 'vitest'
import { accountKeys, parseAccount, recordAccount } from '../../../src/app/projects/account.ts'
import type { Commit, Store } from '../../../src/app/store/store.ts'
import { memoryStore } from '../job-store/memory-store.ts'

async function world() {
  const { store } = await memoryStore()
  const commits: Commit[] = []
  const counted: Store = {
    ...store,
    get: (key) => store.get(key),
    commit: (commit) => {
      commits.push(commit)
      return store.commit(commit)
    },
  }
  const read = async () => JSON.parse((await store.get(accountKeys.record('Acme'))) ?? 'null')
  return { store: counted, commits, read }
}

test('an account is recorded once', async () => {
  const { store, commits, read } = await world()
  await recordAccount(store, { id: 7, login: 'Acme' })
  await recordAccount(store, { id: 7, login: 'Acme' })
  expect(commits).toEqual([
    {
      checks: [{ key: 'account/acme', value: null }],
      set: [{ key: 'account/acme', value: '{"id":7,"login":"Acme"}' }],
    },
  ])
  expect(await read()).toEqual({ id: 7, login: 'Acme' })
})

test('a login that passes to another account loses the data of the first', async () => {
  const { store, read } = await world()
  await store.commit({ set: [{ key: accountKeys.record('acme'), value: '{"id":7,"login":"acme","x":1}' }] })
  await recordAccount(store, { id: 7, login: 'Acme' })
  expect(await read()).toEqual({ id: 7, login: 'Acme', x: 1 })
  await recordAccount(store, { id: 8, login: 'Acme' })
  expect(await read()).toEqual({ id: 8, login: 'Acme' })
})

test.each(['{"id":0,"login":"a"}', '{"id":1.5,"login":"a"}', '{"id":1}', '{"login":"a"}', '[]'])(
  '%s is not an account',
  (raw) => {
    expect(() => parseAccount(raw)).toThrow()
  },
)
