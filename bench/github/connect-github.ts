import { generateKeyPairSync } from 'node:crypto'
import type { Logger } from 'pino'
import type { Github } from '../../src/app/github/github.ts'
import { createGithubPauses } from '../../src/app/github/rate-limit-pauses.ts'
import { createProbot } from '../../src/app/github/request/create-probot.ts'
import { createGithub } from '../../src/app/github/rest/octokit-github.ts'
import {
  claimOnce,
  createOidcVerifier,
  createTokenUses,
  type VerifyOidcToken,
} from '../../src/app/http/auth/verify-oidc-token.ts'
import type { Store } from '../../src/app/store/store.ts'

/** The address of the server under load, and the audience of the runners' tokens. */
export const PUBLIC_URL = 'http://127.0.0.1'

export const newAppKey = (): string =>
  generateKeyPairSync('rsa', { modulusLength: 2048 })
    .privateKey.export({ type: 'pkcs1', format: 'pem' })
    .toString()

/** Connects to a GitHub at this address with the same code as the server. */
export function connectGithub(
  url: string,
  { store, now, log }: { readonly store: Store; readonly now: () => number; readonly log: Logger },
): { readonly github: Github; readonly verifyRunner: VerifyOidcToken } {
  const { octokits } = createProbot({
    appId: 1,
    privateKey: newAppKey(),
    webhookSecret: 'benchmark secret',
    apiUrl: url,
    apiVersion: '2022-11-28',
    log,
  })
  return {
    github: createGithub({
      octokits,
      now,
      pauses: createGithubPauses({ store, now }),
      webUrl: 'https://github.com',
    }),
    verifyRunner: createOidcVerifier({
      issuer: url,
      audience: PUBLIC_URL,
      now,
      takeToken: createTokenUses({ claimOnce: claimOnce(store), isProject: async () => true, now }),
    }),
  }
}
