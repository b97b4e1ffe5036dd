import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type SandboxGithub, startSandboxGithub } from '../github/github.ts'
import { type SandboxModel, startSandboxModel } from '../model/model.ts'
import { type SandboxRunner, startSandboxRunner } from '../runner/runner.ts'
import { startInstances } from './app-instances.ts'
import type { AppProcess } from './app-process.ts'
import type { Balancer } from './balancer.ts'
import { type ChosenModel, chooseRealModel, scriptedModel } from './choose-model.ts'
import type { Closing } from './closing.ts'
import { findProject } from './find-project.ts'
import { makeApiKey } from './make-api-key.ts'
import { ORGANISATION, prepareGithub } from './prepare-github.ts'
import { findSource, type Source } from './source/find-source.ts'
import { requireGit } from './source/require-git.ts'
import { snapshotFolder } from './source/snapshot-folder.ts'
import { takePort } from './take-port.ts'
import type { WorldOptions } from './world-options.ts'

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
  /** What it is a copy of. */
  readonly source: Source
  /** The bare repository behind it. */
  readonly gitDirectory: string
  /** Of the app at the sandbox's GitHub, and of its installation on the repository's account. */
  readonly appId: number
  readonly installationId: number
  readonly github: SandboxGithub
  readonly runner: SandboxRunner
  /** `null`: a real model is used, or one of the caller's own. */
  readonly model: SandboxModel | null
  /** `sqlite:PATH` of the servers' database. */
  readonly databaseUrl: string
  /** One, or as many as were asked for. */
  readonly apps: readonly AppProcess[]
  /** `null`: there is one server, and it is reached directly. */
  readonly balancer: Balancer | null
  /** All of them. */
  stopApp(signal?: NodeJS.Signals): Promise<void>
  startApp(): Promise<void>
  /** Ends everything within five seconds and leaves no process and no file. Safe to call twice. */
  close(): Promise<void>
}

const PROJECT_ROOT = join(import.meta.dirname, '../..')

/** Starts one part after the other; each is handed to `closing` before the next begins. */
export async function buildWorld(options: WorldOptions, closing: Closing): Promise<World> {
  const place = await openPlace(options, closing)
  const { directory, baseUrl } = place
  const source = await chooseSource(options, directory)
  const github = await startGithub(options, directory, closing)
  const { model, chosen } = await startModel(options, closing)
  const prepared = await prepareGithub(github, {
    projectRoot: PROJECT_ROOT,
    source,
    isPublic: options.isPublic ?? false,
    appUrl: baseUrl,
    model: chosen,
  })
  const parts = { ...place, options, projectRoot: PROJECT_ROOT, github, prepared, model: chosen.name }
  const { apps, balancer, env, databaseUrl } = await startInstances(parts, closing)
  const runner = startRunner(options, { github, directory, chosen })
  await closing.add(() => runner.close())
  const { appId } = prepared.app
  const installationId = github.installApp({ appId, account: ORGANISATION, repositories: 'all' })
  await github.settled()
  const cli = join(PROJECT_ROOT, 'src/app/keys/cli/cli.ts')
  const apiKey = await makeApiKey({ cli, account: ORGANISATION, cwd: directory, env, signal: closing.signal })
  return {
    baseUrl,
    projectId: await findProject(baseUrl, apiKey, prepared.repository),
    apiKey,
    githubUrl: github.serverUrl,
    githubApiUrl: github.apiUrl,
    githubToken: prepared.userToken,
    repository: prepared.repository,
    source,
    gitDirectory: prepared.gitDirectory,
    appId,
    installationId,
    github,
    runner,
    model,
    databaseUrl,
    apps,
    balancer,
    stopApp: async (signal = 'SIGTERM') => {
      await Promise.all(apps.map((app) => app.stop(signal)))
    },
    startApp: async () => {
      await Promise.all(apps.map((app) => app.start()))
    },
    close: () => closing.close(),
  }
}

interface Place {
  readonly port: number
  readonly baseUrl: string
  readonly directory: string
}

async function openPlace(options: WorldOptions, closing: Closing): Promise<Place> {
  await requireGit()
  const bundle = join(PROJECT_ROOT, 'dist/index.js')
  if (!existsSync(bundle)) throw new Error(`${bundle} is missing: build the action first`)
  const port = await takePort(options.port ?? 0)
  const directory = await mkdtemp(join(tmpdir(), 'prentice-sandbox-'))
  await closing.add(() => rm(directory, { recursive: true, force: true, maxRetries: 5 }))
  return { port, baseUrl: `http://127.0.0.1:${port}`, directory }
}

/** This project's own folder may lack its history, or lie in a repository of something else. */
function chooseSource({ repository }: WorldOptions, directory: string): Promise<Source> {
  const isSnapshot = repository === undefined && !existsSync(join(PROJECT_ROOT, '.git'))
  return isSnapshot
    ? snapshotFolder(PROJECT_ROOT, directory)
    : findSource(repository ?? PROJECT_ROOT, directory)
}

async function startGithub(
  options: WorldOptions,
  directory: string,
  closing: Closing,
): Promise<SandboxGithub> {
  const github = await startSandboxGithub({
    dialect: options.dialect ?? 'github',
    directory: join(directory, 'github'),
    log: unlessClosing(options.log, closing),
  })
  await closing.add(() => github.close())
  return github
}

/** That the others are gone is no news then. */
const unlessClosing = (log: WorldOptions['log'], closing: Closing) => (line: string) => {
  if (!closing.signal.aborted) log(line)
}

async function startModel({ model: own, modelEnvironment = {} }: WorldOptions, closing: Closing) {
  const chosen = own ?? chooseRealModel(modelEnvironment)
  if (chosen) return { model: null, chosen }
  const model = await startSandboxModel()
  await closing.add(() => model.close())
  return { model, chosen: scriptedModel(model.url) }
}

function startRunner(
  options: WorldOptions,
  parts: { readonly github: SandboxGithub; readonly directory: string; readonly chosen: ChosenModel },
): SandboxRunner {
  return startSandboxRunner({
    github: parts.github,
    actionDirectory: PROJECT_ROOT,
    secrets: parts.chosen.secrets,
    directory: join(parts.directory, 'runner'),
    log: options.log,
    ...(options.onRunLine && { onLine: options.onRunLine }),
    ...(options.runnerEnvironment && { moreEnvironment: options.runnerEnvironment }),
  })
}
