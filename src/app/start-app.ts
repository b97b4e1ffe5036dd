import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { parseModelName } from '../contract/model-name.ts'
import type { Config } from './config/config.ts'
import { settingDefaults } from './config/setting-defaults.ts'
import { createTypeIds } from './domain/type-id.ts'
import { createGithubClock } from './github/github-clock.ts'
import { onboardGithub } from './github/onboarding/onboard.ts'
import { createRateLimitPauses } from './github/rate-limit-pauses.ts'
import { createProbot } from './github/request/create-probot.ts'
import { inspectApp } from './github/rest/inspect-app.ts'
import { createGithub } from './github/rest/octokit-github.ts'
import { withRateLimitPauses } from './github/with-rate-limit-pauses.ts'
import { createTokenUses } from './http/auth/token-uses.ts'
import { createOidcVerifier } from './http/auth/verify-oidc-token.ts'
import { english } from './http/dashboard/words/words.ts'
import { createHttpServer } from './http/server/server.ts'
import { lanesOf } from './lanes-of.ts'
import { createLog } from './log/create-log.ts'
import { openMetrics } from './metrics/open-metrics.ts'
import { listen } from './net/listen.ts'
import { readProxyVariables } from './net/proxy-for.ts'
import { checkProject, lastChecks } from './onboarding/check-project.ts'
import { onboardDue } from './onboarding/onboard-due.ts'
import { readTemplate } from './onboarding/read-account-workflow.ts'
import { createRunnerRepositories } from './onboarding/runner-repositories.ts'
import { createDoor } from './outgoing/delivery/create-door.ts'
import { projectIdOf } from './projects/project.ts'
import { requireSameGithub } from './records/github-host.ts'
import { heldAmong } from './records/hold.ts'
import { announceServer, withdrawPresence } from './records/server-presence.ts'
import { UPGRADES } from './records/upgrades.ts'
import { createServices } from './services.ts'
import { installUrl } from './sessions/install-url.ts'
import { shutDownOnSignal } from './shut-down.ts'
import { signedIn } from './signed-in.ts'
import { claimOnce } from './store/claim-once.ts'
import { FORMAT } from './store/format.ts'
import { keySpace } from './store/key-space.ts'
import { onWrite } from './store/on-write.ts'
import { openStore } from './store/open/open-store.ts'
import { trackSpace } from './store/track-space.ts'
import { type DueTimer, startDueTimer } from './timers/due-timer.ts'
import { createJobWatch } from './timers/job-watch.ts'
import { startPresenceTimer } from './timers/presence-timer.ts'
import { startRedeliveryTimer } from './timers/redelivery-timer.ts'
import { startSweepTimer } from './timers/sweep-timer.ts'
import { startSyncTimer } from './timers/sync-timer.ts'
import { startWorkShare } from './timers/work-share.ts'
import { receiveWebhooks } from './webhooks/receive.ts'
import { REDELIVER_EVERY_MS, redeliverFailed } from './webhooks/redeliver-failed.ts'

/** Composes the parts and starts them. `beforeListening` gives the port free, where the setup pages were served on it. */
export async function startApp(
  config: Config,
  beforeListening: () => Promise<void> = async () => undefined,
): Promise<void> {
  const { publicUrl, serverUrl } = config
  const { log, logContext } = createLog(config.logLevel)
  const clock = createGithubClock({ machine: Date.now, log })
  const { now } = clock
  const random = Math.random

  const { store: opened, space } = trackSpace(
    await openStore(config.databaseUrl, { now, isChecked: true, keyPepper: config.keyPepper }),
  )
  for (const caveat of opened.caveats()) log.warn(caveat)
  await requireSameGithub(opened, serverUrl)
  const presence = { store: opened, now, serverId: randomUUID(), format: FORMAT }
  await announceServer(presence)
  const watch = createJobWatch({ store: opened, log })
  const { metrics, listen: listenForMetrics } = openMetrics(config.metrics, { store: opened, space, now })
  const store = onWrite(opened, (writes) => {
    watch.wrote(writes)
    metrics?.wrote(writes)
  })

  const { probot, octokits } = createProbot({
    appId: config.appId,
    privateKey: config.privateKey,
    webhookSecret: config.webhookSecret,
    apiUrl: config.apiUrl,
    apiVersion: config.apiVersion,
    log,
    onCall: (call) => {
      clock.heard(call)
      metrics?.asked(call)
    },
  })
  const unpaused = createGithub({ octokits, now, webUrl: serverUrl })
  const github = withRateLimitPauses(
    unpaused,
    createRateLimitPauses({ store, now }),
    createRateLimitPauses({ store, now, keyOf: keySpace.contentPause }),
  )

  let dueTimer: DueTimer | null = null
  const onDue = () => dueTimer?.wake()
  const newTypeId = createTypeIds({ now, secretBytes: randomBytes })
  const newJobId = () => newTypeId('job')
  const services = createServices({
    config,
    store,
    github,
    now,
    random,
    newJobId,
    newWebhookId: () => newTypeId('whk'),
    newBatchId: () => newTypeId('batch'),
    secretBytes: (count) => randomBytes(count),
    door: createDoor({ allowedRanges: config.webhookRanges, proxy: readProxyVariables(process.env) }),
    jobPage: ({ projectId, id }) =>
      config.clientSecret === null ? null : `${publicUrl}/dashboard/jobs/${projectId}/${id}`,
    newKeyId: () => `key_${randomUUID()}`,
    secretInt: (below) => randomInt(below),
    onDue,
    log,
    logContext,
  })
  const { projects, jobs, runner, pushTokens, merges, access, feedback, triggers, usage, audit } = services

  const inspection = { octokits, apiUrl: config.apiUrl, now }
  const onboarding = {
    github: { ...github, ...inspectApp(inspection), ...onboardGithub(inspection) },
    config,
    settings: readTemplate('settings-template.yml'),
    switchedOff: projects.switchedOff,
    store,
    now,
    log,
  }

  const draining = new AbortController()
  const server = createHttpServer({
    access,
    jobs,
    projects,
    serverUrl,
    defaultModel: config.defaultModel,
    isModel: (name) => parseModelName(name) !== null,
    runner,
    pushTokens,
    merges,
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
        triggers,
        retention: config.retention,
        serverUrl,
        log,
        webhookSecret: config.webhookSecret,
      },
      probot,
    ),
    watch,
    health: { store, space, github, draining: draining.signal },
    keys: services.keys,
    outgoing: services.outgoing,
    batches: services.batches,
    usage,
    audit,
    dashboard: {
      signedIn: signedIn({ config, octokits, github, store, now, log }),
      say: english,
      installUrl: installUrl(github, serverUrl),
      feedback,
      github,
      limits: config.limits,
      settingDefaults: settingDefaults(config),
      checks: {
        last: (ids) => lastChecks({ store }, ids),
        paused: (projects) => heldAmong(store, projects),
        check: (project) => checkProject({ ...config, ...onboarding }, project),
      },
      runners: createRunnerRepositories({ ...config, ...onboarding, auditMs: config.retention.auditMs }),
    },
    metrics,
    metricsToken: config.metrics.token,
    publicUrl,
    now,
    log,
    logContext,
    draining: draining.signal,
    readTogether: store.readTogether,
  })

  const { share, stop: stopShare } = await startWorkShare({ ...presence, log })
  dueTimer = startDueTimer({
    store,
    now,
    log,
    share,
    lanes: lanesOf(services, {
      store,
      now,
      github,
      auditMs: config.retention.auditMs,
      onboardProject: (id) => onboardDue(onboarding, id),
      log,
      logContext,
    }),
  })
  const { stop: stopDueTimer } = dueTimer
  const stopPresence = startPresenceTimer({
    ...presence,
    upgrades: UPGRADES,
    log,
    onSuperseded() {
      log.fatal(
        'a newer server has raised the format of the store: this version must not write to it; ending',
      )
      process.exit(1)
    },
  })
  const stopSweep = startSweepTimer({
    sweep: store.sweep,
    now,
    log,
    isMine: () => share.isMine('sweep'),
  })
  const stopMetrics = await listenForMetrics()
  const { host } = config
  await beforeListening()
  const port = await listen(server, { host, port: config.port, variables: { host: 'HOST', port: 'PORT' } })
  log.info({ host, port, publicUrl }, 'Prentice is listening')
  const stopSync = startSyncTimer({ sync: projects.sync, now, log, isMine: () => share.isMine('sync') })
  const stopRedelivery = startRedeliveryTimer({
    redeliver: (look) => redeliverFailed({ store, github, now, log }, look),
    everyMs: REDELIVER_EVERY_MS,
    log,
  })

  shutDownOnSignal({
    server,
    draining,
    stopTimers() {
      stopPresence()
      stopShare()
      stopSweep()
      stopSync()
      stopRedelivery()
      return stopDueTimer()
    },
    stopMetrics,
    async closeStore() {
      await withdrawPresence(presence).catch((err) => log.warn({ err }, 'this server is still announced'))
      await store.close()
    },
    log,
  })
}
