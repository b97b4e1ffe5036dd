import { expect, test } from 'vitest'
import { TokenRefused } from '../../../src/app/github/people.ts'
import { createPeople } from '../../../src/app/sessions/people.ts'
import { createTokenCipher } from '../../../src/app/store/token-cipher.ts'
import { useCases } from '../../support/app/use-cases.ts'
import { peopleGithub, testPerson } from '../../support/dashboard/people-github.ts'

const MINUTE = 60_000

/** Two servers on one store, and a GitHub that accepts the last token that it gave. */
async function scene() {
  const { store, clock } = await useCases()
  const now = () => clock.at
  const ada = testPerson('ada')
  const github = peopleGithub([ada])
  let good = 'one'
  let duringRead = async () => {}
  const tokens = (access: string) => ({
    ...{ access, accessExpiresAt: clock.at + 480 * MINUTE },
    ...{ refresh: `refresh-${access}`, refreshExpiresAt: clock.at + 10_000 * MINUTE },
  })
  const server = () =>
    createPeople({
      ...{ store, now, auditMs: MINUTE, tokenCipher: createTokenCipher('a private key', 'session') },
      github: {
        ...github,
        async listInstallations(token) {
          const work = duringRead
          duringRead = async () => {}
          await work()
          if (token !== good) throw new TokenRefused('Bad credentials')
          return github.listInstallations('token-ada')
        },
      },
      async refreshTokens() {
        good = 'two'
        return tokens('two')
      },
    })
  const [one, other] = [server(), server()]
  const cookie = await one.start(ada, tokens('one'), '192.0.2.7')
  return {
    ...{ one, other, cookie, clock },
    meanwhile(work: () => Promise<unknown>) {
      duringRead = async () => void (await work())
    },
    withdraw() {
      good = 'none'
    },
  }
}

test('a token that another request exchanges meanwhile ends no session', async () => {
  const { one, other, cookie, clock, meanwhile } = await scene()
  const session = await one.find(cookie)
  if (session === null) throw new Error('no session')
  clock.at += 469 * MINUTE
  meanwhile(async () => {
    clock.at += 2 * MINUTE
    const same = await other.again(session)
    if (same !== null) await other.access(same)
  })
  expect((await one.access(session)).accounts).toEqual([])
})

test('a token that GitHub refuses is not asked with again', async () => {
  const { one, cookie, clock, withdraw } = await scene()
  const session = await one.find(cookie)
  if (session === null) throw new Error('no session')
  withdraw()
  clock.at += 5 * MINUTE
  await expect(one.access(session)).rejects.toThrow(TokenRefused)
})
