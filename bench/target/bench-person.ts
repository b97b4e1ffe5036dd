import type { GithubPeople } from '../../src/app/github/people.ts'
import type { DashboardDeps } from '../../src/app/http/dashboard/dashboard-routes.ts'
import { createLog } from '../../src/app/log/create-log.ts'
import { createPeople } from '../../src/app/sessions/people.ts'
import type { Store } from '../../src/app/store/store.ts'
import { createTokenCipher } from '../../src/app/store/token-cipher.ts'
import { createSessionWatch } from '../../src/app/timers/session-watch.ts'
import type { BenchInstallation } from '../github/installations.ts'
import { RETENTION } from '../growth/grow-old.ts'

const PERSON = { id: 1, login: 'bench', name: null }

/** Somebody who owns the account and has the admin role in all its repositories, and the cookie of their session. */
export async function benchPerson(
  store: Store,
  { id, account, repositories }: BenchInstallation,
): Promise<{ readonly signedIn: DashboardDeps['signedIn']; readonly cookie: string }> {
  const github: GithubPeople = {
    readPerson: async () => PERSON,
    listInstallations: async () => ({
      installations: [
        {
          id,
          account: { ...account, type: 'Organization' },
          isSuspended: false,
          url: `https://github.com/organizations/${account.login}/settings/installations/${id}`,
        },
      ],
      hiddenOrganizationIds: [],
    }),
    listRepositories: async () => ({
      kind: 'listed',
      repositories: repositories.map((repository) => ({
        id: repository.id,
        name: repository.name,
        right: 'admin',
      })),
      isCut: false,
    }),
    readRight: async () => 'admin',
    isOwner: async () => true,
  }
  const people = createPeople({
    store,
    github,
    now: Date.now,
    auditMs: RETENTION.auditMs,
    tokenCipher: createTokenCipher('bench'),
    refreshTokens: notUsed,
  })
  const tokens = { access: 'bench', accessExpiresAt: null, refresh: null, refreshExpiresAt: null }
  const value = await people.start(PERSON, tokens, '127.0.0.1')
  const sessionWatch = createSessionWatch({ store, log: createLog('warn').log })
  return { signedIn: { people, signIn: { begin: notUsed, finish: notUsed }, sessionWatch }, cookie: value }
}

const notUsed = async (): Promise<never> => {
  throw new Error('nobody signs in here')
}
