import { join } from 'node:path'
import type { SandboxGithub } from '../github/github.ts'
import { appEnvironment } from './app-environment.ts'
import { type AppProcess, appProcess } from './app-process.ts'
import { type Balancer, startBalancer } from './balancer.ts'
import type { Closing } from './closing.ts'
import type { Installation } from './installation.ts'
import type { AppCommand } from './launch-app.ts'
import { pickPort } from './pick-port.ts'
import { ORGANISATION, type PreparedGithub } from './prepare-github.ts'
import type { WorldOptions } from './world-options.ts'

export interface AppInstances {
  readonly apps: readonly AppProcess[]
  /** `null`: a single server, without a balancer. */
  readonly balancer: Balancer | null
  readonly databaseUrl: string
  /** Environment variables of all servers. */
  readonly env: Readonly<Record<string, string>>
}

export interface InstancesSettings {
  readonly options: WorldOptions
  readonly installation: Installation
  /** The public address. */
  readonly baseUrl: string
  readonly port: number
  readonly directory: string
  readonly github: SandboxGithub
  readonly prepared: PreparedGithub
  readonly model: string
}

/** Starts the servers. Two or more are behind a balancer. */
export async function startInstances(settings: InstancesSettings, closing: Closing): Promise<AppInstances> {
  const { options, installation, port, directory, prepared } = settings
  const databaseUrl = options.databaseUrl ?? `sqlite:${join(directory, 'prentice.db')}`
  const env = {
    ...appEnvironment({ ...prepared, ...settings, databaseUrl, account: ORGANISATION }),
    // As in `npm start`. With the cache, a second start of the same sources takes half the time. An installed package is not
    // written to.
    MALLOC_ARENA_MAX: '2',
    ...(installation.kind === 'checkout' && { NODE_COMPILE_CACHE: join(installation.root, '.cache/node') }),
    ...options.appEnvironment,
  }
  const count = options.instances ?? 1
  const ports: number[] = []
  while (ports.length < count) ports.push(count === 1 ? port : await pickPort(0))
  const apps = ports.map((own, index) => appProcess(commandOf(settings, env, own, index)))
  await closing.add(() => Promise.all(apps.map((app) => app.stop('SIGTERM'))))
  const balancer = count === 1 ? null : await startBalancer(port, ports)
  if (balancer) await closing.add(() => balancer.close())
  // Sequentially, because the first one creates the database.
  for (const app of apps) await app.start()
  return { apps, balancer, databaseUrl, env }
}

function commandOf(
  { options, installation, directory }: InstancesSettings,
  env: Readonly<Record<string, string>>,
  port: number,
  index: number,
): AppCommand {
  const name = (options.instances ?? 1) === 1 ? 'app' : `app ${index + 1}`
  return {
    main: installation.program('app/main'),
    cwd: directory,
    baseUrl: `http://127.0.0.1:${port}`,
    env: {
      ...env,
      PORT: String(port),
      ...options.instanceEnvironment?.(index),
    },
    onLine: (line) => options.log(`${name}: ${line}`),
  }
}
