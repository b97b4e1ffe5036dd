import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { type IsolationFacts, rootCommand } from './unshare-command.ts'

const start = promisify(execFile)

/** Runs a system program as root. Rejects with its message if it fails or is missing. */
export async function runAsRoot(
  facts: Pick<IsolationFacts, 'asRoot' | 'toolPath'>,
  words: readonly string[],
): Promise<void> {
  const { file, args } = rootCommand(facts, words)
  try {
    await start(file, [...args], { cwd: '/', env: { PATH: '/usr/bin:/bin' } })
  } catch (error) {
    throw new Error(`${words[0]} as root: ${messageOf(error, file)}`, { cause: error })
  }
}

function messageOf(error: unknown, file: string): string {
  if (!(error instanceof Error)) return String(error)
  if ('code' in error && error.code === 'ENOENT') return `there is no ${file} on this runner`
  const stderr = 'stderr' in error && typeof error.stderr === 'string' ? error.stderr.trim() : ''
  return (stderr || error.message).split('\n', 1)[0] ?? ''
}
