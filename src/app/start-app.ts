import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import type { Config } from './config/config.ts'
import { connectGithub } from './connect-github.ts'
import { createAppServer } from './create-app-server.ts'
import { createTypeIds } from './domain/type-id.ts'
import { createGithubClock } from './github/github-clock.ts'
import { createLog } from './log/create-log.ts'
import { listen } from './net/listen.ts'
import { readProxyVariables } from './net/proxy-for.ts'
import { onboardDue } from './onboarding/onboard-due.ts'
import { readTemplate } from './onboarding/read-account-workflow.ts'
import { openAppStore } from './open-app-store.ts'
import { createWebhookTransport } from './outgoing/delivery/post-to-receiver.ts'
import { createServices } from './services.ts'
import { shutDownOnSignal } from './shut-down.ts'
import { lanesOf, startTimers, type Timers } from './start-timers.ts'

/** Composes the parts and starts them. `beforeListening` gives the port free, where the setup pages were served on it. */
export async function startApp(
  config: Config,
  beforeListening: () => Promise<void> = async () => undefined,
): Promise<void> {
  const { publicUrl, retention } = config
  const { log, logContext } = createLog(config.logLevel)
  const clock = createGithubClock({ machine: Date.now, log })
  const { now } = clock

  const appStore = await openAppStore({ config, serverId: randomUUID(), now, log })
  const { store, metrics } = appStore
  const connection = connectGithub({
    config,
    store,
    now,
    onCall: (call) => {
      clock.heard(call)
      metrics?.githubCall(call)
    },
    log,
  })
  const { github, inspection } = connection

  let timers: Timers | null = null
  const onDue = () => timers?.wake()
  const newTypeId = createTypeIds({ now, secretBytes: randomBytes })
  const services = createServices({
    config,
    store,
    github,
    now,
    random: Math.random,
    newJobId: () => newTypeId('job'),
    newWebhookId: () => newTypeId('whk'),
    newBatchId: () => newTypeId('batch'),
    secretBytes: (count) => randomBytes(count),
    webhookTransport: createWebhookTransport({
      allowedRanges: config.webhookRanges,
      proxy: readProxyVariables(process.env),
    }),
    jobPage: ({ projectId, id }) =>
      config.clientSecret === null ? null : `${publicUrl}/dashboard/jobs/${projectId}/${id}`,
    newKeyId: () => `key_${randomUUID()}`,
    secretInt: (below) => randomInt(below),
    onDue,
    log,
    logContext,
  })
  const { projects } = services

  const onboarding = {
    github: inspection,
    config,
    settings: readTemplate('settings-template.yml'),
    switchedOff: projects.switchedOff,
    store,
    now,
    log,
  }

  const draining = new AbortController()
  const server = await createAppServer({
    ...appStore,
    ...connection,
    config,
    services,
    onDue,
    draining: draining.signal,
    now,
    log,
    logContext,
  })
  const lanes = lanesOf(services, {
    store,
    now,
    github,
    auditMs: retention.auditMs,
    onboardProject: (id) => onboardDue(onboarding, id),
    log,
    logContext,
  })
  timers = await startTimers({ store, presence: appStore.presence, lanes, github, projects, now, log })
  const stopMetrics = await appStore.listenForMetrics()

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
    closeStore: appStore.close,
    log,
  })
}
