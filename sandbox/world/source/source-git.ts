import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface GitResult {
  readonly ok: boolean
  readonly stdout: string
  readonly stderr: string
}

/** Runs git in a folder; a failure is a result, not an error. */
export type SourceGit = (path: string, ...args: readonly string[]) => Promise<GitResult>

/**
 * For reading and copying a repository that may belong to another user, such as one mounted into a container. A git that
 * `clone` starts reads `safe.directory` only from a configuration file, so there is one in `directory`. The user's
 * configuration is not changed.
 */
export async function sourceGit(directory: string): Promise<SourceGit> {
  const config = join(directory, 'gitconfig-source')
  await writeFile(config, '[safe]\n\tdirectory = *\n')
  return gitWith({ GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: config })
}

/** With the user's own configuration, including its ignore files and trusted repositories. */
export const usersGit: SourceGit = gitWith({})

const MAX_BYTES = 64 * 1024 * 1024

function gitWith(more: Readonly<Record<string, string>>): SourceGit {
  return (path, ...args) =>
    new Promise((resolve) => {
      const env = { ...withoutGit(process.env), LC_ALL: 'C', ...more }
      execFile('git', ['-C', path, ...args], { env, maxBuffer: MAX_BYTES }, (error, stdout, stderr) => {
        resolve({
          ok: error === null,
          stdout: stdout.trim(),
          stderr: stderr.trim() || (error?.message ?? ''),
        })
      })
    })
}

/** In a git hook, `GIT_DIR` and similar variables would select the repository of the hook. */
const withoutGit = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(environment).filter(
      ([name]) => !/^GIT_(DIR|WORK_TREE|INDEX_FILE|COMMON_DIR|OBJECT_DIRECTORY|PREFIX|NAMESPACE)$/.test(name),
    ),
  )
