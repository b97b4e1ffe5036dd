import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { LIFELINE_SCRIPT } from './isolation-script.ts'
import { type IsolationFacts, rootCommand } from './unshare-command.ts'

const start = promisify(execFile)

/**
 * Runs a system program as root. Rejects with its message if it fails or is missing, and if it is aborted: the program is
 * then killed by closing its standard input, see `LIFELINE_SCRIPT`.
 */
export async function runAsRoot(
  facts: Pick<IsolationFacts, 'asRoot' | 'toolPath'>,
  words: readonly string[],
  signal?: AbortSignal,
): Promise<void> {
  signal?.throwIfAborted()
  const { file, args } = rootCommand(facts, ['sh', '-c', LIFELINE_SCRIPT, 'sh', ...words])
  const running = start(file, [...args], { cwd: '/', env: { PATH: '/usr/bin:/bin' } })
  const { stdin } = running.child
  // The process may end before its pipe is closed.
  stdin?.on('error', () => undefined)
  const stop = () => stdin?.end()
  signal?.addEventListener('abort', stop, { once: true })
  try {
    await running
  } catch (error) {
    signal?.throwIfAborted()
    throw new Error(`${words[0]} as root: ${messageOf(error, file)}`, { cause: error })
  } finally {
    signal?.removeEventListener('abort', stop)
    stdin?.destroy()
  }
}

function messageOf(error: unknown, file: string): string {
  if (!(error instanceof Error)) return String(error)
  if ('code' in error && error.code === 'ENOENT') return `there is no ${file} on this runner`
  const stderr = 'stderr' in error && typeof error.stderr === 'string' ? error.stderr.trim() : ''
  return (stderr || error.message).split('\n', 1)[0] ?? ''
}
