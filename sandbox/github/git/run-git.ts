import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { GithubState } from '../state.ts'

interface GitOutput {
  readonly code: number
  readonly bytes: Buffer
  readonly text: string
  readonly errors: string
}

const configFile = (hub: GithubState): string => join(hub.directory, 'gitconfig')

/** Without this git copies from no repository that belongs to another user, such as one mounted into a container. */
export const writeGitConfig = (hub: GithubState): Promise<void> =>
  writeFile(configFile(hub), '[safe]\n\tdirectory = *\n')

/** Nobody's configuration but this one and the repository's own, so that it is the same on every machine. */
export const gitEnvironment = (hub: GithubState): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  HOME: hub.directory,
  LC_ALL: 'C',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: configFile(hub),
})

interface GitRun {
  readonly input?: string | Buffer
  readonly env?: NodeJS.ProcessEnv
}

/** Runs git on a bare repository; a non-zero exit is a value. */
export const runGit = (
  hub: GithubState,
  gitDirectory: string,
  args: readonly string[],
  run: GitRun = {},
): Promise<GitOutput> =>
  new Promise((resolve, reject) => {
    const child = spawn('git', ['--git-dir', gitDirectory, ...args], {
      env: { ...gitEnvironment(hub), ...run.env },
      signal: hub.closing.signal,
    })
    const out: Buffer[] = []
    const err: Buffer[] = []
    hub.children.add(child)
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => err.push(chunk))
    child.on('error', reject)
    child.on('close', (code) => {
      hub.children.delete(child)
      const bytes = Buffer.concat(out)
      resolve({ code: code ?? 1, bytes, text: bytes.toString(), errors: Buffer.concat(err).toString() })
    })
    // A git that ends before it has read everything closes the pipe; its exit code tells the story.
    child.stdin.on('error', () => undefined)
    child.stdin.end(run.input)
  })

/** Output of a git command that has to succeed. */
export const git = async (
  hub: GithubState,
  gitDirectory: string,
  args: readonly string[],
  run: GitRun = {},
): Promise<string> => {
  const result = await runGit(hub, gitDirectory, args, run)
  if (result.code !== 0) throw new Error(`sandbox: git ${args[0]} failed: ${result.errors.trim()}`)
  return result.text
}
