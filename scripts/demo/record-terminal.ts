import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Runs a shell command in a pseudo-terminal, where it prints in colour, and returns its lines with escape sequences. */
export async function recordTerminal(
  command: string,
  options: {
    readonly cwd: string
    readonly columns: number
    readonly environment: Readonly<Record<string, string | undefined>>
  },
): Promise<string[]> {
  const inTerminal = `stty cols ${options.columns} && ${command}`
  const args = ['--quiet', '--return', '--command', inTerminal, '/dev/null']
  const recording = promisify(execFile)('script', args, { cwd: options.cwd, env: options.environment })
  // `script` passes on its own input, and would wait for more.
  recording.child.stdin?.end()
  const { stdout } = await recording.catch((error: { stdout?: string }) => {
    throw new Error(`\`${command}\` failed:\n${error.stdout ?? ''}`, { cause: error })
  })
  // A terminal ends lines with CR LF.
  return stdout.split('\r\n')
}
