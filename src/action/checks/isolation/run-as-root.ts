import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { type IsolationFacts, rootCommand } from './unshare-command.ts'

const start = promisify(execFile)

/** Runs one of the system's programs as root. Rejects with what it said if it fails or is not there. */
export async function runAsRoot(
  facts: Pick<IsolationFacts, 'asRoot' | 'toolPath'>,
  words: readonly string[],
): Promise<void> {
  const { file, args } = rootCommand(facts, words)
  try {
    await start(file, [...args], { cwd: '/', env: { PATH: '/usr/bin:/bin' } })
  } catch (error) {
    throw new Error(`${words[0]} as root: ${whatItSaid(error, file)}`, { cause: error })
  }
}

function whatItSaid(error: unknown, file: string): string {
  if (!(error instanceof Error)) return String(error)
  if ('code' in error && error.code === 'ENOENT') return `there is no ${file} on this runner`
  const said = 'stderr' in error && typeof error.stderr === 'string' ? error.stderr.trim() : ''
  return (said || error.message).split('\n', 1)[0] ?? ''
}
