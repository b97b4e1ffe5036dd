import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** What a branch adds to the default branch of a bare repository. */
export async function showDiff(gitDirectory: string, branch: string, colours: boolean): Promise<string> {
  const colour = colours ? '--color=always' : '--color=never'
  const range = `HEAD...refs/heads/${branch}`
  const { stdout } = await promisify(execFile)('git', [
    '-C',
    gitDirectory,
    'diff',
    '--no-ext-diff',
    colour,
    range,
  ])
  return stdout
}
