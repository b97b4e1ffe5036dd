import { join } from 'node:path'
import type { SandboxGithub } from '../github/github.ts'
import { appEnvironment } from './app-environment.ts'
import { type AppProcess, appProcess } from './app-process.ts'
import { type Balancer, startBalancer } from './balancer.ts'
import type { Closing } from './closing.ts'
import type { AppCommand } from './launch-app.ts'
import { ORGANISATION, type PreparedGithub } from './prepare-github.ts'
import { takePort } from './take-port.ts'
import type { WorldOptions } from './world-options.ts'

export interface AppInstances {
  readonly apps: readonly AppProcess[]
  /** `null`: there is one server, and it is reached directly. */
  readonly balancer: Balancer | null
  readonly databaseUrl: string
  /** What all of them are given. */
  readonly env: Readonly<Record<string, string>>
}

export interface InstancesSetting {
  readonly options: WorldOptions
  readonly projectRoot: string
  /** The address that everybody knows. */
  readonly baseUrl: string
  readonly port: number
  readonly directory: string
  readonly github: SandboxGithub
  readonly prepared: PreparedGithub
  readonly model: string
}

/** Starts the servers; two and more stand behind a balancer. */
export async function startInstances(setting: InstancesSetting, closing: Closing): Promise<AppInstances> {
  const { options, port, directory, prepared } = setting
  const databaseUrl = options.databaseUrl ?? `sqlite:${join(directory, 'prentice.db')}`
  const env = {
    ...appEnvironment({ ...prepared, ...setting, databaseUrl, account: ORGANISATION }),
    // As `npm start` has it: the second start of the same sources takes half as long.
    NODE_COMPILE_CACHE: join(setting.projectRoot, '.cache/node'),
    ...options.appEnvironment,
  }
  const count = options.instances ?? 1
  const ports: number[] = []
  while (ports.length < count) ports.push(count === 1 ? port : await takePort(0))
  const apps = ports.map((its, index) => appProcess(commandOf(setting, env, its, index)))
  await closing.add(() => Promise.all(apps.map((app) => app.stop('SIGTERM'))))
  const balancer = count === 1 ? null : await startBalancer(port, ports)
  if (balancer) await closing.add(() => balancer.close())
  // One after the other: the first one makes the database.
  for (const app of apps) await app.start()
  return { apps, balancer, databaseUrl, env }
}

function commandOf(
  { options, projectRoot, directory }: InstancesSetting,
  env: Readonly<Record<string, string>>,
  port: number,
  index: number,
): AppCommand {
  const name = (options.instances ?? 1) === 1 ? 'app' : `app ${index + 1}`
  return {
    main: join(projectRoot, 'src/app/main.ts'),
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
