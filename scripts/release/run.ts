import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

/** Runs a program to its end, and resolves to what it prints. Rejects if it fails. */
export type Run = (program: string, args: readonly string[], cwd: string) => Promise<Ran>

export interface Ran {
  readonly stdout: string
  readonly stderr: string
}

/** `environment`: all of it. */
export const runIn =
  (environment: Readonly<Record<string, string | undefined>>): Run =>
  async (program, args, cwd) => {
    // A group of its own, which ends with this process: a shell would leave what it has started behind.
    const options = { cwd, env: environment, detached: true } as const
    const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    const end = (): void => void (child.pid !== undefined && process.kill(-child.pid, 'SIGKILL'))
    process.prependListener('exit', end)
    const [stdout, stderr, [code, signal]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ]).finally(() => process.off('exit', end))
    if (code === 0) return { stdout, stderr }
    const said = `${stdout}${stderr}`.trim()
    throw new Error(`${program} ${args.join(' ')} failed (${signal ?? code}):\n${said}`)
  }
