import type { Logger } from 'pino'
import type { Config } from './config/config.ts'
import type { Github } from './github/github.ts'
import type { Octokits } from './github/request/create-probot.ts'
import { createOauth } from './github/sign-in/oauth.ts'
import { readPeople } from './github/sign-in/read-people.ts'
import type { DashboardDeps } from './http/dashboard/dashboard-routes.ts'
import { createTokenCipher } from './records/token-cipher.ts'
import { createPeople } from './sessions/people.ts'
import type { Store } from './store/store.ts'
import { createSessionWatch } from './timers/session-watch.ts'

export interface SignedInDeps {
  readonly config: Pick<Config, 'serverUrl' | 'publicUrl' | 'clientSecret' | 'privateKey' | 'retention'>
  readonly octokits: Octokits
  readonly github: Pick<Github, 'identity'>
  readonly store: Store
  readonly now: () => number
  readonly log: Logger
}

/** The sign-in to the dashboard; `null`: the operator has set no client secret. */
export function signedIn({
  config,
  octokits,
  github,
  store,
  now,
  log,
}: SignedInDeps): DashboardDeps['signedIn'] {
  const { serverUrl, publicUrl, clientSecret } = config
  if (clientSecret === null) return null
  const people = readPeople({ octokits, now })
  const signIn = createOauth({
    serverUrl,
    publicUrl,
    clientSecret,
    clientId: async () => (await github.identity()).clientId,
    people,
    now,
    onFailure: (why) => log.warn({ why }, 'somebody could not sign in to the dashboard'),
  })
  return {
    signIn,
    sessionWatch: createSessionWatch({ store, log }),
    people: createPeople({
      store,
      github: people,
      refreshTokens: signIn.refresh,
      tokenCipher: createTokenCipher(config.privateKey, 'session'),
      now,
      auditMs: config.retention.auditMs,
    }),
  }
}
