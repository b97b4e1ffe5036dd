import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import closeWithGrace from 'close-with-grace'
import { typeid } from 'typeid-js'
import { parseModelName } from '../contract/model-name.ts'
import { type Config, isAllowedAccount } from './config/config.ts'
import { createGithubClock } from './github/github-clock.ts'
import { createRateLimitPauses } from './github/rate-limit-pauses.ts'
import { createProbot } from './github/rest/create-probot.ts'
import { createGithub } from './github/rest/octokit-github.ts'
import { withRateLimitPauses } from './github/with-rate-limit-pauses.ts'
import { createOidcVerifier } from './http/auth/verify-oidc-token.ts'
import { drainServer } from './http/server/drain-server.ts'
import { createHttpServer } from './http/server/server.ts'
import { createRecordKeyUse } from './keys/record-key-use.ts'
import { createLog } from './log/create-log.ts'
import { openMetrics } from './metrics/open-metrics.ts'
import { onShutdownSignal, SHUTDOWN_SIGNALS } from './ops/shutdown-signals.ts'
import { refreshDueProject } from './projects/refresh-due-project.ts'
import { syncInstallations } from './projects/sync-installations.ts'
import { createKeyedQueue } from './records/keyed-queue.ts'
import { advanceDueJob } from './runs/advance-due-job.ts'
import { pacesOf } from './runs/dispatch/github-pacing.ts'
import { createTokenCipher } from './runs/push-token/encrypt-token.ts'
import { claimOnce } from './store/claim-once.ts'
import { onWrite } from './store/on-write.ts'
import { openStore } from './store/open/open-store.ts'
import { type DueTimer, startDueTimer } from './timers/due-timer.ts'
import { createJobWatch } from './timers/job-watch.ts'
import { createLanes } from './timers/lane.ts'
import { startSweepTimer } from './timers/sweep-timer.ts'
import { startSyncTimer } from './timers/sync-timer.ts'
import { receiveWebhooks } from './webhooks/receive.ts'

/** A drain that takes longer than this is cut off; what is cut off goes on after the next start. */
const DRAIN_MS = 8_000
/** A connection that is not used is closed this long after SIGTERM. */
const QUIET_MS = 500
/** Whatever happens, the process ends after this; Docker and Kubernetes wait 10 and 30 s before they kill. */
const END_MS = 10_000

/** Puts the parts together, starts them, and takes them down again on SIGTERM and SIGINT. */
export async function startApp(config: Config): Promise<void> {
  const { log, logContext } = createLog(config.logLevel)
  const clock = createGithubClock({ machine: Date.now, log })
  const { now } = clock
  const opened = await openStore(config.databaseUrl, { now, isChecked: true })
  const watch = createJobWatch({ store: opened, log })
  const { metrics, listen: listenForMetrics } = openMetrics(config.metrics, { store: opened, now })
  const store = onWrite(opened, (writes) => {
    watch.wrote(writes)
    metrics?.wrote(writes)
  })
  const { probot, octokits } = createProbot({
    appId: config.appId,
    privateKey: config.privateKey,
    webhookSecret: config.webhookSecret,
    apiUrl: config.apiUrl,
    log,
    onCall: (call) => {
      clock.heard(call)
      metrics?.asked(call)
    },
  })
  const asked = createGithub({ octokits, now, webUrl: config.serverUrl })
  const github = withRateLimitPauses(asked, createRateLimitPauses({ store, now }))
  let timer: DueTimer | null = null
  const draining = new AbortController()
  const deps = {
    ...config,
    store,
    github,
    now,
    random: Math.random,
    paces: pacesOf(config.starts),
    log,
    onDue: () => timer?.wake(),
    inTurn: createKeyedQueue(),
    newJobId: () => typeid('job').toString(),
    tokenCipher: createTokenCipher(config.privateKey),
    isAllowed: isAllowedAccount(config.allowedAccounts),
    isModel: (name: string) => parseModelName(name) !== null,
    watch,
    logContext,
    metrics,
    metricsToken: config.metrics.token,
    onStreams: (open: number) => metrics?.streams(open),
    draining: draining.signal,
    isDraining: () => draining.signal.aborted,
    noteKeyUse: createRecordKeyUse({ store, now, log }),
    verifyRunner: createOidcVerifier({
      issuer: config.oidcIssuer,
      audience: config.publicUrl,
      now,
      takeJti: claimOnce(store),
    }),
  }
  const server = createHttpServer({ ...deps, webhooks: await receiveWebhooks(deps, probot) })

  timer = startDueTimer({
    store,
    now,
    log,
    lanes: createLanes({
      store,
      advanceJob: (key) => logContext.within({ ...key }, () => advanceDueJob(deps, key)),
      refreshProject: (id) => logContext.within({ project: id }, () => refreshDueProject(deps, id)),
    }),
  })
  const stopSweep = startSweepTimer({ sweep: store.sweep, now, log })

  const stopMetrics = await listenForMetrics()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(config.port, config.host, resolve)
  })
  const { port } = server.address() as AddressInfo
  log.info({ host: config.host, port, publicUrl: config.publicUrl }, 'Prentice is listening')
  const stopSync = startSyncTimer({ sync: (only) => syncInstallations(deps, only), now, log })

  const { close } = closeWithGrace(
    { delay: END_MS, logger: log, skip: SHUTDOWN_SIGNALS },
    async ({ err }) => {
      draining.abort()
      if (err) log.error({ err }, 'ending on an error nobody caught')
      const steps = timer?.stop().then(() => true)
      const limit = sleep(DRAIN_MS, false, { ref: false })
      stopSweep()
      stopSync()
      await drainServer(server, { quietMs: QUIET_MS, limitMs: DRAIN_MS })
      if ((await Promise.race([steps, limit])) === false)
        log.warn('due steps were cut off; they are done again after the next start')
      await stopMetrics()
      await store.close()
      log.info('ended')
    },
  )
  onShutdownSignal({
    first(signal) {
      log.info({ signal }, 'draining')
      // Ends the process, whatever becomes of it.
      void close()
    },
    again(signal) {
      log.error({ signal }, 'told to stop once more: ending at once')
      process.exit(1)
    },
  })
}
