import { generateKeyPairSync } from 'node:crypto'
import type { Logger } from 'pino'
import type { Github } from '../src/app/github/github.ts'
import { createRateLimitPauses } from '../src/app/github/rate-limit-pauses.ts'
import { createProbot } from '../src/app/github/rest/create-probot.ts'
import { createGithub } from '../src/app/github/rest/octokit-github.ts'
import { withRateLimitPauses } from '../src/app/github/with-rate-limit-pauses.ts'
import { createOidcVerifier, type VerifyOidcToken } from '../src/app/http/auth/verify-oidc-token.ts'
import { claimOnce } from '../src/app/store/claim-once.ts'
import type { Store } from '../src/app/store/store.ts'

/** Of the server under load; the runners' tokens are for it. */
export const PUBLIC_URL = 'http://127.0.0.1'

export const newAppKey = (): string =>
  generateKeyPairSync('rsa', { modulusLength: 2048 })
    .privateKey.export({ type: 'pkcs1', format: 'pem' })
    .toString()

/** A GitHub at this address, asked as the server asks its own. */
export function reachGithub(
  url: string,
  { store, now, log }: { readonly store: Store; readonly now: () => number; readonly log: Logger },
): { readonly github: Github; readonly verifyRunner: VerifyOidcToken } {
  const { octokits } = createProbot({
    appId: 1,
    privateKey: newAppKey(),
    webhookSecret: 'of the benchmark',
    apiUrl: url,
    log,
  })
  const asked = createGithub({ octokits, now, webUrl: 'https://github.com' })
  return {
    github: withRateLimitPauses(asked, createRateLimitPauses({ store, now })),
    verifyRunner: createOidcVerifier({
      issuer: url,
      audience: PUBLIC_URL,
      now,
      takeJti: claimOnce(store),
    }),
  }
}
