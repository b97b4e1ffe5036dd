import type { Server } from 'node:http'
import type { Logger } from 'pino'
import { parseModelName } from '../contract/model.ts'
import { type Config, settingDefaults } from './config/config.ts'
import type { GithubConnection } from './connect-github.ts'
import { createOidcVerifier, createTokenUses } from './http/auth/verify-oidc-token.ts'
import { createHttpServer } from './http/server/server.ts'
import { heldAmong, holdInForce } from './limits/hold.ts'
import type { LogContext } from './log/create-log.ts'
import { checkProject, lastChecks } from './onboarding/check-project.ts'
import { createRunnerRepositories } from './onboarding/runner-repositories.ts'
import type { AppStore } from './open-app-store.ts'
import { projectIdOf } from './projects/project.ts'
import type { Services } from './services.ts'
import { installUrl } from './sessions/install-url.ts'
import { signedIn } from './signed-in.ts'
import { claimOnce } from './store/commit-with-retry.ts'
import { receiveWebhooks } from './webhooks/receive.ts'

export interface AppServerDeps
  extends GithubConnection,
    Pick<AppStore, 'store' | 'space' | 'watch' | 'metrics'> {
  readonly config: Config
  readonly services: Services
  readonly onDue: () => void
  /** Aborted when the server ends. */
  readonly draining: AbortSignal
  readonly now: () => number
  readonly log: Logger
  readonly logContext: LogContext
}

/** The HTTP server with all its routes, not listening yet. */
export async function createAppServer(deps: AppServerDeps): Promise<Server> {
  const { config, services, store, github, octokits, onDue, draining, now, log } = deps
  const { publicUrl, serverUrl, retention } = config
  const { access, jobs, projects, runs, keys, outgoing, batches, usage, audit } = services
  const onboarding = { ...config, github: deps.inspection, store, now, log }
  return createHttpServer({
    access,
    jobs,
    projects,
    runs,
    keys,
    outgoing,
    batches,
    usage,
    audit,
    serverUrl,
    defaultModel: config.defaultModel,
    isModel: (name) => parseModelName(name) !== null,
    verifyRunner: createOidcVerifier({
      issuer: config.oidcIssuer,
      audience: publicUrl,
      now,
      takeToken: createTokenUses({
        claimOnce: claimOnce(store),
        isProject: async (repositoryId) => (await projects.load(projectIdOf(repositoryId))) !== null,
        now,
      }),
    }),
    webhooks: await receiveWebhooks(
      {
        store,
        now,
        onDue,
        jobs,
        projects,
        github,
        triggers: services.triggers,
        retention,
        serverUrl,
        log,
        webhookSecret: config.webhookSecret,
      },
      deps.probot,
    ),
    watch: deps.watch,
    health: { store, space: deps.space, github, draining },
    dashboard: {
      signedIn: signedIn({ config, octokits, github, store, now, log }),
      installUrl: installUrl(github, serverUrl),
      feedback: services.feedback,
      github,
      limits: config.limits,
      settingDefaults: settingDefaults(config),
      checks: {
        last: (ids) => lastChecks({ store }, ids),
        paused: (projects) => heldAmong(store, projects),
        accountPause: (accountId) => holdInForce(store, { kind: 'account', id: accountId }),
        check: (project) => checkProject(onboarding, project),
      },
      runners: createRunnerRepositories({ ...onboarding, auditMs: retention.auditMs }),
    },
    metrics: deps.metrics,
    metricsToken: config.metrics.token,
    publicUrl,
    now,
    log,
    logContext: deps.logContext,
    draining,
    readTogether: store.readTogether,
  })
}
