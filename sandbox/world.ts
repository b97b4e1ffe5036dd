import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type SandboxGithub, startSandboxGithub } from './github/github.ts'
import { type SandboxModel, startSandboxModel } from './model/model.ts'
import { type SandboxRunner, startSandboxRunner } from './runner/runner.ts'
import { appEnvironment } from './world/app-environment.ts'
import { appProcess } from './world/app-process.ts'
import { chooseRealModel, scriptedModel } from './world/choose-model.ts'
import { Closing } from './world/closing.ts'
import { findProject } from './world/find-project.ts'
import { makeApiKey } from './world/make-api-key.ts'
import { ORGANISATION, prepareGithub } from './world/prepare-github.ts'
import { takePort } from './world/take-port.ts'

export interface WorldOptions {
  /** A local git repository to start from, only read; default: this project's own checkout. */
  readonly repository?: string
  /** Of the app; default: a free one. */
  readonly port?: number
  readonly dialect?: 'github' | 'enterprise'
  readonly databaseUrl?: string
  /** Where real model keys are looked for; without one the scripted model is used. */
  readonly modelEnvironment?: Readonly<Record<string, string | undefined>>
  readonly log: (message: string) => void
  /** Sees each line of each workflow run's log. */
  readonly onRunLine?: (runId: number, line: string) => void
  /** Put over the app's environment. */
  readonly appEnvironment?: Readonly<Record<string, string>>
  /** Aborted: what has been started ends, and the start fails. */
  readonly signal?: AbortSignal
}

export interface World {
  readonly baseUrl: string
  readonly projectId: string
  readonly apiKey: string
  readonly githubUrl: string
  readonly githubApiUrl: string
  /** May read and write everything on the sandbox's GitHub, over git and over REST. */
  readonly githubToken: string
  /** `owner/name` */
  readonly repository: string
  /** The bare repository behind it. */
  readonly gitDirectory: string
  readonly github: SandboxGithub
  readonly runner: SandboxRunner
  /** `null`: a real model is used. */
  readonly model: SandboxModel | null
  stopApp(signal?: NodeJS.Signals): Promise<void>
  startApp(): Promise<void>
  /** Ends everything within five seconds and leaves no process and no file. Safe to call twice. */
  close(): Promise<void>
}

const PROJECT_ROOT = join(import.meta.dirname, '..')

/** Starts GitHub, model, runner and the app, with one repository on which the app is installed, and a key for it. */
export async function startWorld(options: WorldOptions): Promise<World> {
  const closing = new Closing(options.log)
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(new Error('the sandbox was ended while it started'))
  options.signal?.addEventListener('abort', abort, { once: true })
  if (options.signal?.aborted) abort()
  try {
    return await Promise.race([build(options, closing), aborted.promise])
  } catch (error) {
    await closing.close()
    throw error
  } finally {
    options.signal?.removeEventListener('abort', abort)
  }
}

async function build(options: WorldOptions, closing: Closing): Promise<World> {
  const bundle = join(PROJECT_ROOT, 'dist/index.js')
  if (!existsSync(bundle)) throw new Error(`${bundle} is missing: build the action first`)
  const port = await takePort(options.port ?? 0)
  const baseUrl = `http://127.0.0.1:${port}`
  const directory = await mkdtemp(join(tmpdir(), 'prentice-sandbox-'))
  await closing.add(() => rm(directory, { recursive: true, force: true, maxRetries: 5 }))
  const github = await startSandboxGithub({
    dialect: options.dialect ?? 'github',
    directory: join(directory, 'github'),
    log: options.log,
  })
  await closing.add(() => github.close())
  const { model, chosen } = await startModel(options, closing)
  const prepared = await prepareGithub(github, {
    projectRoot: PROJECT_ROOT,
    sourcePath: options.repository ?? PROJECT_ROOT,
    directory,
    appUrl: baseUrl,
    model: chosen,
  })
  const env = {
    ...appEnvironment({
      ...prepared,
      baseUrl,
      port,
      databaseUrl: options.databaseUrl ?? `sqlite:${join(directory, 'prentice.db')}`,
      account: ORGANISATION,
      model: chosen.name,
      github,
    }),
    ...options.appEnvironment,
  }
  const app = appProcess({
    main: join(PROJECT_ROOT, 'src/app/main.ts'),
    cwd: directory,
    baseUrl,
    env,
    onLine: (line) => options.log(`app: ${line}`),
  })
  await closing.add(() => app.stop('SIGTERM'))
  await app.start()
  const runner = startSandboxRunner({
    github,
    actionDirectory: PROJECT_ROOT,
    secrets: chosen.secrets,
    directory: join(directory, 'runner'),
    log: options.log,
    ...(options.onRunLine && { onLine: options.onRunLine }),
  })
  await closing.add(() => runner.close())
  github.installApp({ appId: prepared.app.appId, account: ORGANISATION, repositories: 'all' })
  await github.settled()
  const cli = join(PROJECT_ROOT, 'src/app/keys/cli.ts')
  const apiKey = await makeApiKey({ cli, account: ORGANISATION, cwd: directory, env })
  const projectId = await findProject(baseUrl, apiKey, prepared.repository)
  return {
    baseUrl,
    projectId,
    apiKey,
    githubUrl: github.serverUrl,
    githubApiUrl: github.apiUrl,
    githubToken: prepared.userToken,
    repository: prepared.repository,
    gitDirectory: prepared.gitDirectory,
    github,
    runner,
    model,
    stopApp: (signal = 'SIGTERM') => app.stop(signal),
    startApp: () => app.start(),
    close: () => closing.close(),
  }
}

async function startModel({ modelEnvironment = {} }: WorldOptions, closing: Closing) {
  const real = chooseRealModel(modelEnvironment)
  if (real) return { model: null, chosen: real }
  const model = await startSandboxModel()
  await closing.add(() => model.close())
  return { model, chosen: scriptedModel(model.url) }
}
