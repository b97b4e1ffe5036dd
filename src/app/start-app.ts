import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Config } from './config/config.ts'
import { createAppServer } from './create-app-server.ts'
import { createTypeIds } from './domain/run-id.ts'
import { createGithubClock } from './github/github-clock.ts'
import { createAppPause, createGithubPauses } from './github/rate-limit-pauses.ts'
import { createProbot } from './github/request/create-probot.ts'
import { inspectApp } from './github/rest/inspect-app.ts'
import { createGithub } from './github/rest/octokit-github.ts'
import { onboardGithub } from './github/rest/onboard.ts'
import { createLog } from './log/create-log.ts'
import { openMetrics } from './metrics/metrics-server.ts'
import { listen } from './net/listen.ts'
import { readProxyVariables } from './net/proxy-for.ts'
import { createActionInspection } from './onboarding/inspect-action.ts'
import { onboardDue } from './onboarding/onboard-due.ts'
import { readTemplate } from './onboarding/read-account-workflow.ts'
import { createWebhookTransport } from './outgoing/delivery/post-to-receiver.ts'
import { createParts } from './parts.ts'
import { readSwitchedOff } from './projects/organisation-settings.ts'
import type { Project } from './projects/project.ts'
import { shutDownOnSignal } from './shut-down.ts'
import { startTimers, type Timers } from './start-timers.ts'
import { FORMAT } from './store/format.ts'
import { onWrite, trackSpace } from './store/observe-commits.ts'
import { openStore, requireSameGithub } from './store/open/open-store.ts'
import { announceServer, withdrawPresence } from './store/server-presence.ts'
import { createJobWatch } from './timers/job-watch.ts'

/** Composes the parts and starts them. `beforeListening` gives the port free, where the setup pages were served on it. */
export async function startApp(
  config: Config,
  beforeListening: () => Promise<void> = async () => undefined,
): Promise<void> {
  const { publicUrl, serverUrl } = config
  const { log, logContext } = createLog(config.logLevel)
  const clock = createGithubClock({ machine: Date.now, log })
  const { now } = clock
  const { store, space, presence, watch, metrics, listenForMetrics } = await openAppStore(config, now, log)

  const { probot, octokits } = createProbot({
    ...config,
    log,
    appPause: createAppPause({ store, now }),
    onCall(call) {
      clock.observe(call)
      metrics?.githubCall(call)
    },
  })
  const access = {
    octokits,
    now,
    pauses: createGithubPauses({ store, now }),
    apiUrl: config.apiUrl,
    webUrl: serverUrl,
  }
  const github = createGithub(access)
  const inspection = { ...github, ...inspectApp(access), ...onboardGithub(access) }
  const inspectAction = createActionInspection({ github: inspection, config, now })

  let timers: Timers | null = null
  const newTypeId = createTypeIds({ now, secretBytes: randomBytes })
  const parts = createParts({
    config,
    store,
    github,
    now,
    random: Math.random,
    newJobId: () => newTypeId('job'),
    newWebhookId: () => newTypeId('whk'),
    newBatchId: () => newTypeId('batch'),
    newKeyId: () => `key_${randomUUID()}`,
    secretBytes: (count) => randomBytes(count),
    secretInt: (below) => randomInt(below),
    transport: createWebhookTransport({
      allowedRanges: config.webhookRanges,
      proxy: readProxyVariables(process.env),
    }),
    jobPage: ({ projectId, id }) =>
      config.clientSecret === null ? null : `${publicUrl}/dashboard/jobs/${projectId}/${id}`,
    onDue: () => timers?.wake(),
    log,
    logContext,
  })

  const draining = new AbortController()
  const server = await createAppServer(parts, {
    ...{ config, store, space, watch, metrics, probot, octokits, inspection, inspectAction },
    draining: draining.signal,
  })
  const onboarding = {
    github: inspection,
    inspectAction,
    config,
    settings: readTemplate('settings-template.yml'),
    switchedOff: (project: Project) => readSwitchedOff(parts, project),
    store,
    now,
    log,
  }
  timers = await startTimers(parts, { store, presence, onboardProject: (id) => onboardDue(onboarding, id) })
  const stopMetrics = await listenForMetrics()

  const { host } = config
  await beforeListening()
  const port = await listen(server, { host, port: config.port, variables: { host: 'HOST', port: 'PORT' } })
  log.info({ host, port, publicUrl }, 'Prentice is listening')
  timers.catchUp()
  shutDownOnSignal({
    server,
    draining,
    stopTimers: timers.stop,
    stopMetrics,
    async closeStore() {
      await withdrawPresence(presence).catch((err) => log.warn({ err }, 'this server is still announced'))
      await store.close()
    },
    log,
  })
}

/** Opens the store, with what learns of the writes of this process. Announces this server before anything else is written. */
async function openAppStore(config: Config, now: () => number, log: Logger) {
  const { databaseUrl, keyPepper } = config
  const { store: opened, space } = trackSpace(
    await openStore(databaseUrl, { now, isChecked: true, keyPepper }),
  )
  for (const caveat of opened.caveats()) log.warn(caveat)
  await requireSameGithub(opened, config.serverUrl)
  const presence = { store: opened, now, serverId: randomUUID(), format: FORMAT }
  await announceServer(presence)
  const watch = createJobWatch({ store: opened, log })
  const { metrics, listen: listenForMetrics } = openMetrics(config.metrics, { store: opened, space, now })
  const store = onWrite(opened, (writes) => {
    watch.notify(writes)
    metrics?.writes(writes)
  })
  return { store, space, presence, watch, metrics, listenForMetrics }
}
