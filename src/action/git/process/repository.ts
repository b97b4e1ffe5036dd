import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cutHead } from '../../../contract/text.ts'
import type { Git, GitResult } from './git.ts'
import {
  binaryAttributes,
  credentialSettings,
  type Environment,
  type GitPlace,
  gitEnvironment,
  HARDENED_ATTRIBUTES,
  networkEnvironment,
  redactToken,
  writeTrustedCertificates,
} from './git-environment.ts'
import { type GitBytes, type RawResult, spawnGit } from './spawn-git.ts'
import { UnfitRunner } from './unfit-runner.ts'

// Egress: writes the config of the git folder outside the workspace.

/** The run's own git directory, with the workspace as its work tree. */
export interface Repository {
  readonly gitDir: string
  readonly workTree: string
  /** `https://host/owner/name.git` */
  readonly remote: string
  readonly git: Git
  /** As `git`, with the raw output: paths and patches need not be UTF-8. */
  readonly gitBytes: GitBytes
  /** As `gitBytes`, memoized: for output that cannot change, such as the difference of two trees. */
  readonly gitFixed: GitBytes
  withIndex(indexFile: string): GitBytes
  /**
   * Restores configuration and attributes. A command of the agent runs as the same user as the action, and could have
   * added `url.….insteadOf` or a filter.
   */
  restoreConfig(): Promise<void>
  /** From now on git treats these files as binary and neither searches nor shows them. Paths byte for byte (latin1). */
  treatAsBinary(paths: readonly string[]): Promise<void>
  /** For fetch, push and ls-remote of `remote` only. */
  withToken(token: string): Git
  /** The same repository with another remote. */
  at(remote: string): Repository
}

interface OpenOptions {
  readonly gitDir: string
  readonly workTree: string
  readonly remote: string
  readonly environment: Environment
  readonly signal?: AbortSignal | undefined
  /** Another folder of git objects to read from. */
  readonly objects?: string
}

const WITH_CREDENTIAL = new Set(['fetch', 'push', 'ls-remote'])

/** Creates the git directory, replacing an existing one, and opens it. */
export async function openRepository(options: OpenOptions): Promise<Repository> {
  const { gitDir, workTree, remote, environment, signal, objects } = options
  const place = { gitDir, workTree, objects }
  await rm(gitDir, { recursive: true, force: true })
  await mkdir(gitDir, { recursive: true })
  const git = openGit({ place, environment, signal })
  const initialized = must(git(['init', '--quiet', '--template=', gitDir]))
  initialized.catch(() => undefined)
  await requireVersion(git)
  await initialized
  const config = await readFile(join(gitDir, 'config'))
  let attributes = HARDENED_ATTRIBUTES
  const memoized = memoizeGit(git)
  const restoreConfig = () => restoreGitDir(gitDir, config, attributes)
  await restoreConfig()

  const at = (remote: string): Repository => ({
    gitDir,
    workTree,
    remote,
    at,
    git: asText(git),
    gitBytes: git,
    gitFixed: memoized.git,
    withIndex: (indexFile) => openGit({ place: { ...place, indexFile }, environment, signal }),
    restoreConfig,
    treatAsBinary(paths) {
      attributes = HARDENED_ATTRIBUTES + binaryAttributes(paths)
      memoized.forget()
      return restoreConfig()
    },
    withToken: (token) => async (args, gitOptions) => {
      if (!WITH_CREDENTIAL.has(args[0] ?? '')) throw new Error(`git ${args[0]} never gets a credential`)
      await restoreConfig()
      const env = {
        ...gitEnvironment(place, environment, credentialSettings(remote, token)),
        ...networkEnvironment(environment),
        ...(await writeTrustedCertificates(gitDir, environment)),
      }
      const result = decode(await spawnGit(args, { cwd: workTree, env, signal }, gitOptions))
      return {
        ...result,
        stdout: redactToken(result.stdout, token),
        stderr: redactToken(result.stderr, token),
      }
    },
  })
  return at(remote)
}

/** Older ones ignore the settings in the environment, which protect the run, or lack `merge-tree --write-tree`. */
const LEAST = { major: 2, minor: 38 }

async function requireVersion(git: GitBytes): Promise<void> {
  const said = (await must(git(['version']))).stdout.toString().trim()
  const [, major, minor] = /^git version (\d+)\.(\d+)/.exec(said)?.map(Number) ?? []
  if (major === undefined || minor === undefined) throw new Error(`git gave no version, but: ${said}`)
  if (major > LEAST.major || (major === LEAST.major && minor >= LEAST.minor)) return
  throw new UnfitRunner(
    `\`runs-on\` or \`container\` names a machine with ${said}; install git ${LEAST.major}.${LEAST.minor} or newer there`,
  )
}

/** The result of a command that must not fail. Throws if it does. */
export async function must<R extends RawResult | GitResult>(running: Promise<R>): Promise<R> {
  const result = await running
  if (result.code !== 0)
    throw new Error(`git failed (${result.code}): ${cutHead(result.stderr.trim(), 2000)}`)
  return result
}

function openGit({
  place,
  environment,
  signal,
}: { place: GitPlace } & Pick<OpenOptions, 'environment' | 'signal'>): GitBytes {
  const env = gitEnvironment(place, environment)
  return (args, options) => spawnGit(args, { cwd: place.workTree, env, signal }, options)
}

function asText(git: GitBytes): Git {
  return async (args, options) => decode(await git(args, options))
}

function decode(result: RawResult): GitResult {
  return { ...result, stdout: result.stdout.toString('utf8') }
}

async function restoreGitDir(gitDir: string, config: Uint8Array, attributes: string): Promise<void> {
  await Promise.all(
    [
      'config',
      'config.worktree',
      'commondir',
      'hooks',
      'info',
      'objects/info/alternates',
      'objects/info/http-alternates',
    ].map((name) => rm(join(gitDir, name), { recursive: true, force: true })),
  )
  await mkdir(join(gitDir, 'info'))
  await writeFile(join(gitDir, 'config'), config)
  await writeFile(join(gitDir, 'info', 'attributes'), attributes)
}

const MAX_MEMOIZED = 8
/** Of each: a list of 60,000 files. Larger outputs are rare and would take memory from the job. */
const MAX_MEMOIZED_BYTES = 8 * 1024 * 1024

/** For commands whose output depends only on arguments and input, for example on trees named by their hashes. */
interface MemoizedGit {
  readonly git: GitBytes
  /** Call it when the attributes change, on which the output also depends. */
  forget(): void
}

/** Runs each command once and remembers its output, unless it failed or was cut. */
export function memoizeGit(git: GitBytes): MemoizedGit {
  const results = new Map<string, Promise<RawResult>>()
  return {
    async git(args, options = {}) {
      const key = JSON.stringify([args, options])
      const before = results.get(key)
      if (before !== undefined) return before
      const running = git(args, options)
      const [oldest] = results.keys()
      if (results.size === MAX_MEMOIZED && oldest !== undefined) results.delete(oldest)
      results.set(key, running)
      const forget = () => {
        if (results.get(key) === running) results.delete(key)
      }
      const result = await running.catch((error: unknown) => {
        forget()
        throw error
      })
      if (result.code !== 0 || result.cut || result.stdout.length > MAX_MEMOIZED_BYTES) forget()
      return result
    },
    forget: () => results.clear(),
  }
}
