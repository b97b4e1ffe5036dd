import { expect, test } from 'vitest'
import { createPeople } from '../../../src/app/sessions/people.ts'
import { openStore } from '../../../src/app/store/open/open-store.ts'
import { createTokenCipher } from '../../../src/app/store/token-cipher.ts'
import { A_TEST } from '../../support/app/actors.ts'
import { peopleGithub, testPerson } from '../../support/dashboard/people-github.ts'
import { describeEachStore, type StoreUnderTest } from '../../support/stores/stores.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Two servers on one database. `refresh`: what GitHub does with a refresh token. */
async function scene(kind: StoreUnderTest, refresh?: () => Promise<void>) {
  const url = await kind.newDatabase()
  // Databases with a server expire entries by the time of the machine, too.
  const clock = { at: Date.now() }
  const now = () => clock.at
  const ada = testPerson('ada')
  const exchanged: string[] = []
  const keyPepper = 'a pepper of the tests, of 32 characters'
  const open = () => openStore(url, { now, keyPepper })
  const stores = await Promise.all([open(), open()])
  const servers = stores.map((store, name) =>
    createPeople({
      ...{ store, now, auditMs: HOUR, github: peopleGithub([ada]) },
      tokenCipher: createTokenCipher('a private key', 'session'),
      async refreshTokens() {
        exchanged.push(`server ${name}`)
        await refresh?.()
        return tokens(clock.at + 8 * HOUR)
      },
    }),
  )
  const [one, other] = servers
  if (one === undefined || other === undefined) throw new Error('two servers were opened')
  const tokens = (accessExpiresAt: number) => ({
    ...{ access: 'token-ada', accessExpiresAt, refresh: 'refresh', refreshExpiresAt: clock.at + 720 * HOUR },
  })
  return {
    ...{ one, other, clock, ada, exchanged },
    signIn: (server = one) => server.start(ada, tokens(clock.at + 8 * HOUR), '192.0.2.7'),
    close: () => Promise.all(stores.map((store) => store.close())),
  }
}

describeEachStore((kind) => {
  test('a sign-out everywhere ends sessions that another server extends meanwhile', async () => {
    const { one, other, clock, ada, signIn, close } = await scene(kind)
    const cookies = [await signIn(), await signIn(other), await signIn()]
    clock.at += HOUR
    // Each use extends the session, so it changes its record.
    const uses = cookies.flatMap((cookie) => [one.find(cookie), other.find(cookie)])
    await Promise.all([...uses, one.endAll(ada.id, A_TEST), ...cookies.map((cookie) => other.find(cookie))])
    for (const server of [one, other])
      expect(await Promise.all(cookies.map((cookie) => server.find(cookie)))).toEqual([null, null, null])
    await close()
  })

  test('many simultaneous sign-ins on two servers leave twenty sessions', async () => {
    const { one, other, signIn, close } = await scene(kind)
    const cookies: string[] = []
    for (let count = 0; count < 12; count++)
      cookies.push(...(await Promise.all([signIn(one), signIn(other)])))
    const found = await Promise.all(cookies.map((cookie) => one.find(cookie)))
    expect(found.filter((session) => session !== null)).toHaveLength(20)
    await close()
  })

  test('only one of two servers exchanges the refresh token', async () => {
    const { one, other, clock, signIn, exchanged, close } = await scene(kind)
    const cookie = await signIn()
    clock.at += 7 * HOUR + 55 * MINUTE
    const sessions = await Promise.all([one.find(cookie), other.find(cookie)])
    const asked = sessions.map((session, at) => session && [one, other][at]?.access(session))
    expect((await Promise.all(asked)).every((access) => access !== null)).toBe(true)
    expect(exchanged).toHaveLength(1)
    await close()
  })

  test('a server that is killed while it exchanges a token ends no session', async () => {
    const killed = Promise.withResolvers<void>()
    let exchanges = 0
    // The first exchange never returns to the server that asked for it.
    const refresh = () => (++exchanges === 1 ? killed.promise : Promise.resolve())
    const { one, other, clock, signIn, exchanged, close } = await scene(kind, refresh)
    const cookie = await signIn()
    clock.at += 7 * HOUR + 55 * MINUTE
    const session = await one.find(cookie)
    if (session === null) throw new Error('no session')
    const lost = one.access(session)
    lost.catch(() => undefined)
    await expect.poll(() => exchanged).toEqual(['server 0'])
    const again = await other.find(cookie)
    if (again === null) throw new Error('no session')
    const asked = other.access(again)
    clock.at += 20_000
    expect((await asked).accounts).toEqual([])
    expect(exchanged).toEqual(['server 0', 'server 1'])
    expect(await other.find(cookie)).not.toBeNull()
    killed.resolve()
    await lost
    await close()
  })
})
