import { expect, test } from 'vitest'
import { createPeople } from '../../../src/app/sessions/people.ts'
import { openStore } from '../../../src/app/store/open/open-store.ts'
import { createTokenCipher } from '../../../src/app/store/token-cipher.ts'
import { A_TEST } from '../../support/app/actors.ts'
import { peopleGithub, testPerson } from '../../support/dashboard/people-github.ts'
import { SQLITE } from '../../support/stores/stores.ts'

const SESSIONS = 10_000
const AT_ONCE = 100

test('with ten thousand sessions, each is found, a sign-out ends its own, and expiry frees their space', async () => {
  const clock = { at: 1_800_000_000_000 }
  const now = () => clock.at
  const store = await openStore(await SQLITE.newDatabase(), { now })
  const persons = Array.from({ length: SESSIONS / 10 }, (_, at) => testPerson(`person-${at}`))
  const people = createPeople({
    ...{ store, now, auditMs: 1_000, github: peopleGithub(persons) },
    tokenCipher: createTokenCipher('a private key', 'session'),
    refreshTokens: () => Promise.reject(new Error('no token expires here')),
  })
  const tokens = { accessExpiresAt: null, refresh: null, refreshExpiresAt: null }
  const cookies: string[] = []
  for (let made = 0; made < SESSIONS; made += AT_ONCE) {
    const starts = Array.from({ length: AT_ONCE }, (_, at) => persons[(made + at) % persons.length])
    const started = starts.flatMap((person) =>
      person === undefined ? [] : [people.start(person, { ...tokens, access: `token-${person.login}` }, '')],
    )
    cookies.push(...(await Promise.all(started)))
  }
  expect(new Set(cookies).size).toBe(SESSIONS)
  const found = await Promise.all(cookies.map((cookie) => people.find(cookie)))
  expect(found.map((session) => session?.record.person.login)).toEqual(
    cookies.map((_, at) => `person-${at % persons.length}`),
  )
  await people.endAll(persons[7]?.id ?? 0, A_TEST)
  const left = await Promise.all(cookies.map((cookie) => people.find(cookie)))
  expect(left.filter((session) => session === null)).toHaveLength(10)
  clock.at += 8 * 24 * 3_600_000
  let removed = 0
  for (let swept = -1; swept !== 0; removed += swept) ({ removed: swept } = await store.sweep(now(), 5_000))
  expect(removed).toBeGreaterThanOrEqual(SESSIONS - 10)
  for await (const keys of store.keys('session/')) expect(keys).toEqual([])
  await store.close()
})
