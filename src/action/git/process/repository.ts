import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cutHead } from '../../../contract/cut-text.ts'
import { credentialSettings, withoutToken } from './credential.ts'
import type { Git, GitResult } from './git.ts'
import { type Environment, type GitPlace, gitEnvironment, networkEnvironment } from './git-environment.ts'
import { HARDENED_ATTRIBUTES, shunning } from './hardened-config.ts'
import { memoizeGit } from './memoize-git.ts'
import { type GitBytes, type RawResult, spawnGit } from './spawn-git.ts'
import { writeTrustedCertificates } from './trusted-certificates.ts'

/** The run's own git directory, with the workspace as its work tree. */
export interface Repository {
  readonly gitDir: string
  readonly workTree: string
  /** `https://host/owner/name.git` */
  readonly remote: string
  readonly git: Git
  /** As `git`, with the output as it came: paths and patches need not be UTF-8. */
  readonly gitBytes: GitBytes
  /** As `gitBytes`, for questions whose answer cannot change: a difference of two trees, say. Asked again, it is there. */
  readonly gitFixed: GitBytes
  withIndex(indexFile: string): GitBytes
  /**
   * Puts configuration and attributes back as they were made. A command that the agent ran has the same user as we
   * and could have written `url.….insteadOf` or a filter there.
   */
  seal(): Promise<void>
  /** From now on git takes these files for binary and neither searches nor shows them. Paths byte for byte (latin1). */
  shun(paths: readonly string[]): Promise<void>
  /** For fetch, push and ls-remote of `remote`, and nothing else. */
  withToken(token: string): Git
  /** The same with another remote. */
  at(remote: string): Repository
}

interface OpenOptions {
  readonly gitDir: string
  readonly workTree: string
  readonly remote: string
  readonly environment: Environment
  readonly signal?: AbortSignal | undefined
}

const WITH_CREDENTIAL = new Set(['fetch', 'push', 'ls-remote'])

/** Makes the git directory anew and opens it. */
export async function openRepository(options: OpenOptions): Promise<Repository> {
  const { gitDir, workTree, remote, environment, signal } = options
  const place = { gitDir, workTree }
  await rm(gitDir, { recursive: true, force: true })
  await mkdir(gitDir, { recursive: true })
  await must(openGit({ place, environment, signal })(['init', '--quiet', '--template=', gitDir]))
  const config = await readFile(join(gitDir, 'config'))
  let attributes = HARDENED_ATTRIBUTES
  const remembering = memoizeGit(openGit({ place, environment, signal }))
  const seal = () => sealGitDir(gitDir, config, attributes)
  await seal()

  const at = (remote: string): Repository => ({
    gitDir,
    workTree,
    remote,
    at,
    git: asText(openGit({ place, environment, signal })),
    gitBytes: openGit({ place, environment, signal }),
    gitFixed: remembering.git,
    withIndex: (indexFile) => openGit({ place: { ...place, indexFile }, environment, signal }),
    seal,
    shun(paths) {
      attributes = HARDENED_ATTRIBUTES + shunning(paths)
      remembering.forget()
      return seal()
    },
    withToken: (token) => async (args, gitOptions) => {
      if (!WITH_CREDENTIAL.has(args[0] ?? '')) throw new Error(`git ${args[0]} is never given a credential`)
      await seal()
      const env = {
        ...gitEnvironment(place, environment, credentialSettings(remote, token)),
        ...networkEnvironment(environment),
        ...(await writeTrustedCertificates(gitDir, environment)),
      }
      const result = decode(await spawnGit(args, { cwd: workTree, env, signal }, gitOptions))
      return {
        ...result,
        stdout: withoutToken(result.stdout, token),
        stderr: withoutToken(result.stderr, token),
      }
    },
  })
  return at(remote)
}

/** What git says when it must not fail: its output, or an error that names the command. */
export async function must<R extends RawResult | GitResult>(running: Promise<R>): Promise<R> {
  const result = await running
  if (result.code !== 0)
    throw new Error(`git failed (${result.code}): ${cutHead(result.stderr.trim(), 2000)}`)
  return result
}

interface Opening {
  readonly place: GitPlace
  readonly environment: Environment
  readonly signal: AbortSignal | undefined
}

function openGit({ place, environment, signal }: Opening): GitBytes {
  const env = gitEnvironment(place, environment)
  return (args, options) => spawnGit(args, { cwd: place.workTree, env, signal }, options)
}

function asText(git: GitBytes): Git {
  return async (args, options) => decode(await git(args, options))
}

function decode(result: RawResult): GitResult {
  return { ...result, stdout: result.stdout.toString('utf8') }
}

async function sealGitDir(gitDir: string, config: Uint8Array, attributes: string): Promise<void> {
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
