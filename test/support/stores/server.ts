import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'

/** A database server of the tests. */
export interface DatabaseServer {
  /** Without a database at its end. */
  readonly url: string
  readonly port: number
  readonly pid: number
  /** SIGKILL, as a machine that loses power. */
  kill(): Promise<void>
  /** On the same data and port. */
  restart(): Promise<void>
  stop(): Promise<void>
}

interface Program {
  readonly path: string
  readonly args: readonly string[]
  readonly user?: { readonly uid: number; readonly gid: number } | undefined
  readonly isReady: () => Promise<boolean>
}

/** On a busy machine; below the timeout of a test, so that its output is reported. */
export const STARTS_WITHIN_MS = 100_000

/** Starts the program and waits until it accepts connections. It ends with this process, unless it is `shared`. */
export async function startProgram(program: Program, isShared: boolean): Promise<ChildProcess> {
  const child = spawn(program.path, program.args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: isShared,
    ...program.user,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      output = (output + chunk).slice(-4_000)
    })
  const deadline = performance.now() + STARTS_WITHIN_MS
  while (!(await program.isReady().catch(() => false))) {
    if (child.exitCode !== null || performance.now() > deadline) {
      child.kill('SIGKILL')
      throw new Error(`${program.path} did not start:\n${output}`)
    }
    await wait(20)
  }
  if (isShared) release(child)
  else {
    const kill = () => child.kill('SIGKILL')
    process.once('exit', kill)
    child.once('exit', () => process.off('exit', kill))
  }
  return child
}

/** This process may end before the server. */
function release(child: ChildProcess): void {
  child.unref()
  for (const stream of [child.stdout, child.stderr]) stream?.destroy()
}

export async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}
