import type { Logger } from 'pino'
import type { Probot } from 'probot'
import type { Config } from './config/config.ts'
import type { Github } from './github/github.ts'
import { createGithubPauses } from './github/rate-limit-pauses.ts'
import { createProbot, type Octokits, type ProbotOptions } from './github/request/create-probot.ts'
import { type AppInspection, inspectApp } from './github/rest/inspect-app.ts'
import { createGithub } from './github/rest/octokit-github.ts'
import { type OnboardGithub, onboardGithub } from './github/rest/onboard.ts'
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
  readonly github: Github
  /** GitHub, as the doctor and the onboarding ask it. */
  readonly inspection: Github & AppInspection & OnboardGithub
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
  const access = { octokits, now, pauses: createGithubPauses({ store, now }), apiUrl, webUrl: serverUrl }
  const github = createGithub(access)
  const inspection = { ...github, ...inspectApp(access), ...onboardGithub(access) }
  return { probot, octokits, github, inspection }
}
