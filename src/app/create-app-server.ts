import type { Server } from 'node:http'
import type { Probot } from 'probot'
import { parseModelName } from '../contract/model.ts'
import { type Config, settingDefaults } from './config/config.ts'
import type { Octokits } from './github/request/create-probot.ts'
import type { AppInspection } from './github/rest/inspect-app.ts'
import type { OnboardGithub } from './github/rest/onboard.ts'
import { createOauth } from './github/sign-in/oauth.ts'
import { readPeople } from './github/sign-in/read-people.ts'
import { claimOnce, createOidcVerifier, createTokenUses } from './http/auth/verify-oidc-token.ts'
import type { DashboardDeps } from './http/dashboard/dashboard-routes.ts'
import { createHttpServer } from './http/server/server.ts'
import { heldAmong, holdInForce } from './limits/hold.ts'
import type { Metrics } from './metrics/metrics.ts'
import { checkProject, lastChecks } from './onboarding/check-project.ts'
import type { InspectAction } from './onboarding/inspect-action.ts'
import { createRunnerRepositories } from './onboarding/inspect-runner.ts'
import type { Parts } from './parts.ts'
import { loadProject, projectIdOf } from './projects/project.ts'
import { installUrl } from './sessions/access.ts'
import { createPeople } from './sessions/people.ts'
import type { Space } from './store/observe-commits.ts'
import type { OpenedStore } from './store/store.ts'
import { createTokenCipher } from './store/token-cipher.ts'
import type { JobWatch } from './timers/job-watch.ts'
import { createSessionWatch } from './timers/session-watch.ts'
import { receiveWebhooks } from './webhooks/receive.ts'

interface AppServerDeps {
  readonly config: Config
  readonly store: OpenedStore
  readonly space: Space
  readonly watch: JobWatch
  readonly metrics: Metrics | null
  readonly probot: Probot
  readonly octokits: Octokits
  /** GitHub, as the onboarding asks it. */
  readonly inspection: Parts['github'] & AppInspection & OnboardGithub
  readonly inspectAction: InspectAction
  /** Aborted when the server ends. */
  readonly draining: AbortSignal
}

/** The HTTP server with all its routes, not listening yet. */
export async function createAppServer(parts: Parts, deps: AppServerDeps): Promise<Server> {
  const { config, store, draining, metrics } = deps
  const { github, now, log, serverUrl, auditMs } = parts
  const { publicUrl } = config
  const onboarding = {
    ...config,
    github: deps.inspection,
    inspectAction: deps.inspectAction,
    store,
    now,
    log,
  }
  return createHttpServer({
    ...parts,
    isModel: (name) => parseModelName(name) !== null,
    verifyRunner: createOidcVerifier({
      issuer: config.oidcIssuer,
      audience: publicUrl,
      now,
      takeToken: createTokenUses({
        claimOnce: claimOnce(store),
        isProject: async (repositoryId) => (await loadProject(store, projectIdOf(repositoryId))) !== null,
        now,
      }),
    }),
    webhooks: await receiveWebhooks({ ...parts, webhookSecret: config.webhookSecret }, deps.probot),
    watch: deps.watch,
    health: { store, space: deps.space, github, draining },
    dashboard: {
      signedIn: signedIn(parts, deps),
      installUrl: installUrl(github, serverUrl),
      settingDefaults: settingDefaults(config),
      checks: {
        last: (ids) => lastChecks({ store }, ids),
        paused: (projects) => heldAmong(store, projects),
        accountPause: (accountId) => holdInForce(store, { kind: 'account', id: accountId }),
        check: (project) => checkProject(onboarding, project),
      },
      runners: createRunnerRepositories({ ...onboarding, auditMs }),
    },
    metrics,
    metricsToken: config.metrics.token,
    publicUrl,
    draining,
    readTogether: store.readTogether,
  })
}

/** The sign-in to the dashboard; `null`: the operator has set no client secret. */
function signedIn(
  { store, github, now, log, serverUrl, auditMs }: Parts,
  { config, octokits }: AppServerDeps,
): DashboardDeps['signedIn'] {
  const { publicUrl, clientId, clientSecret } = config
  if (clientSecret === null) return null
  const people = readPeople({ octokits, now })
  const signIn = createOauth({
    serverUrl,
    publicUrl,
    clientSecret,
    clientId: async () => clientId ?? (await github.identity()).clientId,
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
      auditMs,
    }),
  }
}
