import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { chooseRemote, parseRemote } from './parse-remote.ts'

const run = promisify(execFile)

/** The web address of the repository that a folder is a clone of; `null`: git knows none. */
export async function readRemote(folder: string): Promise<string | null> {
  try {
    const { stdout } = await run('git', ['-C', folder, 'remote', '-v'], { timeout: 10_000 })
    const remote = chooseRemote(stdout)
    return remote === null ? null : parseRemote(remote)
  } catch {
    // There is no repository, or no git.
    return null
  }
}
