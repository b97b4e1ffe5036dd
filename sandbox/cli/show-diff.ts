import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const MAX_DIFF_BYTES = 64 * 1024 * 1024

/** The changes of a branch compared to the default branch of a bare repository. */
export async function showDiff(gitDirectory: string, branch: string, colours: boolean): Promise<string> {
  const colour = colours ? '--color=always' : '--color=never'
  const range = `HEAD...refs/heads/${branch}`
  const args = ['-C', gitDirectory, 'diff', '--no-ext-diff', colour, range]
  const { stdout } = await promisify(execFile)('git', args, { maxBuffer: MAX_DIFF_BYTES })
  return stdout
}
