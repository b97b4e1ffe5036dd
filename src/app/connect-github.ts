import type { Logger } from 'pino'
import type { Probot } from 'probot'
import type { Config } from './config/config.ts'
import type { Github } from './github/github.ts'
import { createRateLimitPauses } from './github/rate-limit-pauses.ts'
import { createProbot, type Octokits, type ProbotOptions } from './github/request/create-probot.ts'
import { createGithub } from './github/rest/octokit-github.ts'
import { withRateLimitPauses } from './github/with-rate-limit-pauses.ts'
import { keySpace } from './store/key-space.ts'
import type { Store } from './store/store.ts'

export interface ConnectionDeps {
  readonly config: Pick<
    Config,
    'appId' | 'privateKey' | 'webhookSecret' | 'apiUrl' | 'apiVersion' | 'serverUrl'
  >
  readonly store: Store
  /** Called for each request. */
  readonly onCall: NonNullable<ProbotOptions['onCall']>
  readonly now: () => number
  readonly log: Logger
}

export interface GithubConnection {
  readonly probot: Probot
  readonly octokits: Octokits
  /** Pauses after a rate limit response, for requests and, separately, for content. */
  readonly github: Github
}

export function connectGithub({ config, store, now, onCall, log }: ConnectionDeps): GithubConnection {
  const { appId, privateKey, webhookSecret, apiUrl, apiVersion, serverUrl } = config
  const { probot, octokits } = createProbot({
    appId,
    privateKey,
    webhookSecret,
    apiUrl,
    apiVersion,
    log,
    onCall,
  })
  const github = withRateLimitPauses(
    createGithub({ octokits, now, webUrl: serverUrl }),
    createRateLimitPauses({ store, now }),
    createRateLimitPauses({ store, now, keyOf: keySpace.contentPause }),
  )
  return { probot, octokits, github }
}
