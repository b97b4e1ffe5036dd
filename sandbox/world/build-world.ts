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
import { type ChosenModel, keylessModel, scriptedModel } from './choose-model.ts'
import type { Closing } from './closing.ts'
import { createApiKey } from './create-api-key.ts'
import { findProject } from './find-project.ts'
import { INSTALLATION } from './installation.ts'
import { type InitOffer, offerInit } from './offer-init.ts'
import { writeOperatorFile } from './operator-file.ts'
import { isFree, pickPort } from './pick-port.ts'
import { APP_SLUG, ORGANISATION, prepareGithub, type WorldPerson } from './prepare-github.ts'
import { exampleRepository } from './source/example-repository.ts'
import { findSource, type Source } from './source/find-source.ts'
import { requireGit } from './source/require-git.ts'
import { snapshotFolder } from './source/snapshot-folder.ts'
import type { WorldOptions } from './world-options.ts'

export interface World {
  readonly baseUrl: string
  /** Sign in as one of the `people`. */
  readonly dashboardUrl: string
  readonly projectId: string
  readonly apiKey: string
  readonly githubUrl: string
  readonly githubApiUrl: string
  /** Has read and write access to everything on the sandbox's GitHub, over git and REST. */
  readonly githubToken: string
  /** People on the sandbox's GitHub: a maintainer, a reviewer, a reader and a stranger. */
  readonly people: readonly WorldPerson[]
  /** The app is mentioned as `@slug`. */
  readonly app: { readonly slug: string }
  /** `owner/name` */
  readonly repository: string
  /** The local repository that it is a copy of. */
  readonly source: Source
  /** Its bare git repository. */
  readonly gitDirectory: string
  /** The app on the sandbox's GitHub, and its installation on the account of the repository. */
  readonly appId: number
  readonly installationId: number
  readonly github: SandboxGithub
  readonly runner: SandboxRunner
  /** `null`: the caller named another model. */
  readonly model: SandboxModel | null
  /** `provider/model` of the workflows. */
  readonly modelName: string
  /** `sqlite:PATH`, the database of the servers. */
  readonly databaseUrl: string
  /** A file with the variables of the servers, for commands of an operator in a shell. */
  readonly operatorFile: string
  /** `null`: the caller did not ask for it. */
  readonly init: InitOffer | null
  /** The servers, by default one. */
  readonly apps: readonly AppProcess[]
  /** `null`: a single server, without a balancer. */
  readonly balancer: Balancer | null
  /** Stops all servers. */
  stopApp(signal?: NodeJS.Signals): Promise<void>
  startApp(): Promise<void>
  /** Ends everything within five seconds and leaves no process and no file behind. Can be called twice. */
  close(): Promise<void>
}

/** Starts the parts in sequence. Each is registered with `closing` before the next one starts. */
export async function buildWorld(options: WorldOptions, closing: Closing): Promise<World> {
  const directory = await openDirectory(closing)
  const source = await chooseSource(options, directory)
  const github = await startGithub(options, directory, closing)
  const port = await choosePort(options, github)
  const baseUrl = `http://127.0.0.1:${port}`
  const { model, chosen } = await startModel(options, github, closing)
  const prepared = await prepareGithub(github, {
    projectRoot: INSTALLATION.root,
    source,
    isPublic: options.isPublic ?? false,
    appUrl: baseUrl,
    model: chosen,
  })
  const place = { port, baseUrl, directory, installation: INSTALLATION }
  const parts = { ...place, options, github, prepared, model: chosen.name }
  const { apps, balancer, env, databaseUrl } = await startInstances(parts, closing)
  const runner = startRunner(options, { github, directory, chosen })
  await closing.add(() => runner.close())
  const { appId } = prepared.app
  const installationId = github.installApp({ appId, account: ORGANISATION, repositories: 'all' })
  await github.settled()
  const secrets = model === null ? {} : chosen.secrets
  const init = options.offersInit ? await offerInit({ github, directory, secrets, closing }) : null
  const apiKey = await createApiKey({
    cli: INSTALLATION.program('app/keys/cli/cli'),
    account: ORGANISATION,
    cwd: directory,
    env,
    signal: closing.signal,
  })
  return {
    baseUrl,
    dashboardUrl: `${baseUrl}/dashboard`,
    projectId: await findProject(baseUrl, apiKey, prepared.repository),
    apiKey,
    githubUrl: github.serverUrl,
    githubApiUrl: github.apiUrl,
    githubToken: prepared.userToken,
    people: prepared.people,
    app: { slug: APP_SLUG },
    repository: prepared.repository,
    source,
    gitDirectory: prepared.gitDirectory,
    appId,
    installationId,
    github,
    runner,
    model,
    modelName: chosen.name,
    databaseUrl,
    operatorFile: await writeOperatorFile(directory, env),
    init,
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

async function openDirectory(closing: Closing): Promise<string> {
  await requireGit()
  const bundle = join(INSTALLATION.root, 'dist/index.js')
  if (!existsSync(bundle)) throw new Error(`${bundle} is missing: build the action first`)
  const directory = await mkdtemp(join(tmpdir(), 'prentice-sandbox-'))
  await closing.add(() => rm(directory, { recursive: true, force: true, maxRetries: 5 }))
  return directory
}

/** Those in docs/quickstart.md. */
const USUAL_PORTS = { app: 3000, server: 3001, api: 3002, oidc: 3003 } as const

/**
 * The app listens later, so that two sandboxes that start simultaneously would both find its usual port free. Only the one
 * whose GitHub already listens on its own takes it.
 */
async function choosePort({ port, usualPorts }: WorldOptions, { serverUrl }: SandboxGithub): Promise<number> {
  if (port !== undefined) return pickPort(port)
  const isFirst = usualPorts === true && new URL(serverUrl).port === String(USUAL_PORTS.server)
  return pickPort(isFirst && (await isFree(USUAL_PORTS.app)) ? USUAL_PORTS.app : 0)
}

/** The folder of this project can lack its history, or be inside another repository. */
function chooseSource({ repository }: WorldOptions, directory: string): Promise<Source> {
  const { kind, root } = INSTALLATION
  if (repository !== undefined) return findSource(repository, directory)
  if (kind === 'package') return exampleRepository(directory)
  return existsSync(join(root, '.git')) ? findSource(root, directory) : snapshotFolder(root, directory)
}

async function startGithub(
  options: WorldOptions,
  directory: string,
  closing: Closing,
): Promise<SandboxGithub> {
  const github = await startSandboxGithub({
    dialect: options.dialect ?? 'github',
    directory: join(directory, 'github'),
    ...(options.usualPorts && { ports: USUAL_PORTS }),
    log: unlessClosing(options.log, closing),
  })
  await closing.add(() => github.close())
  return github
}

/** While closing, failed requests between the parts are expected. */
const unlessClosing = (log: WorldOptions['log'], closing: Closing) => (line: string) => {
  if (!closing.signal.aborted) log(line)
}

async function startModel(
  { model: chosen, keyless = false }: WorldOptions,
  { oidcIssuer }: SandboxGithub,
  closing: Closing,
) {
  if (chosen) return { model: null, chosen }
  const model = await startSandboxModel({ oidcIssuer })
  await closing.add(() => model.close())
  return { model, chosen: keyless ? keylessModel(model.url) : scriptedModel(model.url) }
}

function startRunner(
  options: WorldOptions,
  parts: { readonly github: SandboxGithub; readonly directory: string; readonly chosen: ChosenModel },
): SandboxRunner {
  return startSandboxRunner({
    github: parts.github,
    actionDirectory: INSTALLATION.root,
    secrets: parts.chosen.secrets,
    directory: join(parts.directory, 'runner'),
    log: options.log,
    ...(options.onRunLine && { onLine: options.onRunLine }),
    // As on a runner of one's own: a workflow file from the template finds the model, too.
    extraEnvironment: { ...parts.chosen.env, ...options.runnerEnvironment },
  })
}
