import { expect, onTestFinished, test } from 'vitest'
import { openStore } from '../../../src/app/store/open/open-store.ts'
import { signGrants, withoutGrants } from '../../../src/app/store/sign-grants.ts'

/** `raw` is what somebody sees who can read and write the database, without the secret. */
async function given() {
  const raw = await openStore('sqlite::memory:')
  onTestFinished(() => raw.close())
  const store = signGrants(raw, 'a secret that is not in the store')
  await store.commit({
    set: ['key/a', 'session/a', 'job/a'].map((key) => ({ key, value: `record of ${key}` })),
  })
  return { raw, store }
}

const moved = async ({ raw }: Awaited<ReturnType<typeof given>>, from: string, to: string) =>
  raw.commit({ set: [{ key: to, value: (await raw.get(from)) ?? '' }] })

test.each(['key/b', 'session/b', 'session/a'])(
  'a record of a key that was copied to %s counts as absent there',
  async (to) => {
    const both = await given()
    await moved(both, 'key/a', to)
    expect(await both.store.getMany([to, 'key/a', 'job/a'])).toEqual([
      undefined,
      'record of key/a',
      'record of job/a',
    ])
    expect(await both.store.get(to)).toBeUndefined()
  },
)

test('a record counts as absent while somebody else has changed it', async () => {
  const { raw, store } = await given()
  const own = (await raw.get('key/a')) ?? ''
  expect(await store.get('key/a')).toBe('record of key/a')
  for (const value of [own.replace('record', 'forgery'), own.slice(1), own.slice(0, 20), '']) {
    await raw.commit({ set: [{ key: 'key/a', value }] })
    expect(await store.get('key/a')).toBeUndefined()
  }
  await raw.commit({ set: [{ key: 'key/a', value: own }] })
  expect(await store.get('key/a')).toBe('record of key/a')
})

test('only records that let somebody in are signed', async () => {
  const { raw } = await given()
  expect(await raw.get('job/a')).toBe('record of job/a')
  for (const key of ['key/a', 'session/a'])
    expect(await raw.get(key)).toMatch(new RegExp(`^[\\w-]{43}record of ${key}$`))
})

test('a signed record that is absent can be checked for, alone and together with others', async () => {
  const { store } = await given()
  const create = (key: string) => ({ checks: [{ key, value: null }], set: [{ key, value: 'new' }] })
  expect(await store.commit(create('key/b'))).toBe(true)
  expect(await store.commit(create('key/b'))).toBe(false)
  const both = [
    { key: 'key/b', value: 'new' },
    { key: 'job/a', value: 'record of job/a' },
  ]
  expect(await store.commit({ checks: both, del: ['job/a', 'key/a'] })).toBe(true)
  expect(
    await store.commit({ set: [{ key: 'job/b', value: '1' }], checks: [{ key: 'key/b', value: 'other' }] }),
  ).toBe(false)
  expect(await store.getMany(['key/a', 'key/b', 'job/a', 'job/b'])).toEqual([
    undefined,
    'new',
    undefined,
    undefined,
  ])
})

test('a record keeps its expiry, and is exported without its HMAC', async () => {
  const both = await given()
  const expiresAt = Date.now() + 3_600_000
  await both.store.commit({ set: [{ key: 'session/b', value: 'for an hour', expiresAt }] })
  await moved(both, 'key/a', 'key/c')
  expect(await both.store.exported(['key/a', 'key/c', 'session/b', 'job/a'])).toEqual([
    { key: 'key/a', value: 'record of key/a' },
    { key: 'session/b', value: 'for an hour', expiresAt },
    { key: 'job/a', value: 'record of job/a' },
  ])
})

test('an HMAC of an earlier version is valid', async () => {
  const { raw, store } = await given()
  const mac = 'lM4LACxBNU3BwivhHmpMFCAMRbsShXi3cpKBgQu_5Wk'
  await raw.commit({ set: [{ key: 'key/old', value: `${mac}{"v":1}` }] })
  expect(await store.get('key/old')).toBe('{"v":1}')
})

test('without the secret, records that let somebody in are neither read nor written', async () => {
  const { raw } = await given()
  const store = withoutGrants(raw)
  const write = { key: 'key/a', value: '1' }
  const job = { key: 'job/a', value: 'record of job/a' }
  for (const attempt of [
    store.get('session/a'),
    store.getMany(['job/a', 'key/a']),
    store.commit({ set: [{ ...job, value: 'changed' }, write] }),
    store.commit({ checks: [job, write], set: [{ ...job, value: 'changed' }] }),
  ])
    await expect(attempt).rejects.toThrow('the store was opened without KEY_PEPPER')
  expect([await store.get('job/a'), await store.getMany(['job/a'])]).toEqual([job.value, [job.value]])
  expect(await store.commit({ checks: [job], set: [{ key: 'job/b', value: '1' }] })).toBe(true)
  expect(await store.commit({ del: ['job/b'] })).toBe(true)
  expect(await store.get('job/b')).toBeUndefined()
})
