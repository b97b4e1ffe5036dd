import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { endWithParent } from './end-with-parent.ts'

/** The time between the signals of a cancel. */
export interface CancelTimeouts {
  readonly untilSigtermMs: number
  readonly untilKillMs: number
}

/** The values of GitHub's runner. */
export const GITHUB_CANCEL_TIMEOUTS: CancelTimeouts = { untilSigtermMs: 7_500, untilKillMs: 2_500 }

/** A grandchild that left the process group can keep the output open indefinitely. */
const OUTPUT_GRACE_MS = 1_000

export interface RunningProcess {
  /** Exit code; `null` if a signal ended the process. */
  readonly exitCode: Promise<number | null>
  /** Sends SIGINT to the process, then SIGTERM, then SIGKILL to its group. */
  cancel(): void
  /** Sends a signal to the process group. */
  signal(signal: NodeJS.Signals): void
}

/** Starts `node <script>` in its own process group. Reads stdout and stderr line by line. */
export function runProcess(options: {
  readonly script: string
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly cancelTimeouts: CancelTimeouts
  readonly onLine: (line: string) => void
}): RunningProcess {
  const child = spawn(process.execPath, [options.script], {
    cwd: options.cwd,
    env: options.env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  for (const output of [child.stdout, child.stderr]) {
    createInterface({ input: output, crlfDelay: Infinity }).on('line', options.onLine)
  }
  const ended = new AbortController()
  const signalGroup = (signal: NodeJS.Signals) => signalProcess(child, signal, true)
  endWithParent(child, () => signalGroup('SIGKILL'))
  return {
    exitCode: awaitEnd(child).finally(() => ended.abort()),
    cancel: () => {
      signalProcess(child, 'SIGINT', false)
      void escalate(child, options.cancelTimeouts, ended.signal)
    },
    signal: signalGroup,
  }
}

async function awaitEnd(child: ChildProcess): Promise<number | null> {
  const closed = once(child, 'close')
  const [code] = (await once(child, 'exit')) as [number | null]
  signalProcess(child, 'SIGKILL', true)
  await Promise.race([closed, sleep(OUTPUT_GRACE_MS, undefined, { ref: false })])
  child.stdout?.destroy()
  child.stderr?.destroy()
  return code
}

async function escalate(child: ChildProcess, timeouts: CancelTimeouts, ended: AbortSignal): Promise<void> {
  try {
    await sleep(timeouts.untilSigtermMs, undefined, { signal: ended })
    signalProcess(child, 'SIGTERM', false)
    await sleep(timeouts.untilKillMs, undefined, { signal: ended })
    signalProcess(child, 'SIGKILL', true)
  } catch (error) {
    if (!ended.aborted) throw error
  }
}

function signalProcess(child: ChildProcess, signal: NodeJS.Signals, group: boolean): void {
  if (child.pid === undefined) return
  try {
    process.kill(group ? -child.pid : child.pid, signal)
  } catch (error) {
    // It has already ended.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}
