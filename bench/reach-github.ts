import { generateKeyPairSync } from 'node:crypto'
import type { Logger } from 'pino'
import { createProbot } from '../src/app/github/create-probot.ts'
import type { Github } from '../src/app/github/github.ts'
import { createGithub } from '../src/app/github/octokit-github.ts'
import { pausingGithub } from '../src/app/github/pausing-github.ts'
import { createRunnerVerifier, type VerifyRunner } from '../src/app/http/authenticate-runner.ts'
import { createPauses } from '../src/app/store/pauses.ts'
import type { Store } from '../src/app/store/store.ts'
import { takeOnce } from '../src/app/store/take-once.ts'

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
): { readonly github: Github; readonly verifyRunner: VerifyRunner } {
  const { octokits } = createProbot({
    appId: 1,
    privateKey: newAppKey(),
    webhookSecret: 'of the benchmark',
    apiUrl: url,
    log,
  })
  const asked = createGithub({ octokits, now, webUrl: 'https://github.com' })
  return {
    github: pausingGithub(asked, createPauses({ store, now })),
    verifyRunner: createRunnerVerifier({
      issuer: url,
      audience: PUBLIC_URL,
      now,
      takeJti: takeOnce(store),
    }),
  }
}
