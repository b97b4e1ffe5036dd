import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface GitAnswer {
  readonly ok: boolean
  readonly stdout: string
  readonly stderr: string
}

/** Runs git in a folder; a refusal is a value. */
export type SourceGit = (path: string, ...args: readonly string[]) => Promise<GitAnswer>

/**
 * For looking at and copying a repository that may belong to another user, as one mounted into a container does. Git
 * takes `safe.directory` from a configuration file only where it starts a second git, as `clone` does; so the file is
 * ours, in `directory`, and the user's stays as it is.
 */
export async function sourceGit(directory: string): Promise<SourceGit> {
  const config = join(directory, 'gitconfig-source')
  await writeFile(config, '[safe]\n\tdirectory = *\n')
  return gitWith({ GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: config })
}

/** Under the user's own configuration, with its ignore files and its say about whose repositories are trusted. */
export const usersGit: SourceGit = gitWith({})

const MOST_BYTES = 64 * 1024 * 1024

function gitWith(more: Readonly<Record<string, string>>): SourceGit {
  return (path, ...args) =>
    new Promise((resolve) => {
      const env = { ...withoutGit(process.env), LC_ALL: 'C', ...more }
      execFile('git', ['-C', path, ...args], { env, maxBuffer: MOST_BYTES }, (error, stdout, stderr) => {
        resolve({
          ok: error === null,
          stdout: stdout.trim(),
          stderr: stderr.trim() || (error?.message ?? ''),
        })
      })
    })
}

/** In a hook of git, `GIT_DIR` and its like would lead to the repository of the hook. */
const withoutGit = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(environment).filter(
      ([name]) => !/^GIT_(DIR|WORK_TREE|INDEX_FILE|COMMON_DIR|OBJECT_DIRECTORY|PREFIX|NAMESPACE)$/.test(name),
    ),
  )
