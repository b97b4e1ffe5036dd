import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { GithubState } from '../state/state.ts'
import { isImmutableRead, recallOutput, rememberOutput } from './immutable-reads.ts'

interface GitOutput {
  readonly code: number
  readonly bytes: Buffer
  readonly text: string
  readonly errors: string
}

const configFile = (state: GithubState): string => join(state.directory, 'gitconfig')

/**
 * Without `safe.directory`, git refuses repositories of other users, such as one mounted into a container. `listRefs` reads
 * refs as files.
 */
export const writeGitConfig = (state: GithubState): Promise<void> =>
  writeFile(configFile(state), '[safe]\n\tdirectory = *\n[init]\n\tdefaultRefFormat = files\n')

/** Excludes the configuration of user and system, so that git behaves the same on every machine. */
export const gitEnvironment = (state: GithubState): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  HOME: state.directory,
  LC_ALL: 'C',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: configFile(state),
})

interface GitRun {
  readonly input?: string | Buffer
  readonly env?: NodeJS.ProcessEnv
}

/** Runs git on a bare repository; a non-zero exit code is a result, not an error. */
export const runGit = async (
  state: GithubState,
  gitDirectory: string,
  args: readonly string[],
  run: GitRun = {},
): Promise<GitOutput> => {
  if (run.input !== undefined || run.env !== undefined || !isImmutableRead(args)) {
    return spawnGit(state, gitDirectory, args, run)
  }
  const known = recallOutput(state, gitDirectory, args)
  if (known !== undefined) return { code: 0, bytes: known, text: known.toString(), errors: '' }
  const read = await spawnGit(state, gitDirectory, args, run)
  if (read.code === 0) rememberOutput(state, gitDirectory, args, read.bytes)
  return read
}

const spawnGit = (
  state: GithubState,
  gitDirectory: string,
  args: readonly string[],
  run: GitRun,
): Promise<GitOutput> =>
  new Promise((resolve, reject) => {
    const child = spawn('git', ['--git-dir', gitDirectory, ...args], {
      env: { ...gitEnvironment(state), ...run.env },
      signal: state.closing.signal,
    })
    const out: Buffer[] = []
    const err: Buffer[] = []
    state.children.add(child)
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => err.push(chunk))
    child.on('error', reject)
    child.on('close', (code) => {
      state.children.delete(child)
      const bytes = Buffer.concat(out)
      resolve({ code: code ?? 1, bytes, text: bytes.toString(), errors: Buffer.concat(err).toString() })
    })
    // git may exit before it has read all input, which closes the pipe. Its exit code says why.
    child.stdin.on('error', () => undefined)
    child.stdin.end(run.input)
  })

/** The output of a git command; throws if the command fails. */
export const git = async (
  state: GithubState,
  gitDirectory: string,
  args: readonly string[],
  run: GitRun = {},
): Promise<string> => {
  const result = await runGit(state, gitDirectory, args, run)
  if (result.code !== 0) throw new Error(`sandbox: git ${args[0]} failed: ${result.errors.trim()}`)
  return result.text
}
