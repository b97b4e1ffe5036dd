import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { endWithParent } from './end-with-parent.ts'

/** How long a cancel waits between its signals. */
export interface Patience {
  readonly untilSigtermMs: number
  readonly untilKillMs: number
}

/** The real runner's. */
export const GITHUB_PATIENCE: Patience = { untilSigtermMs: 7_500, untilKillMs: 2_500 }

/** A grandchild that left the process group may hold the output open for ever. */
const OUTPUT_GRACE_MS = 1_000

export interface RunningProcess {
  /** Exit code; `null` where a signal ended it. */
  readonly exitCode: Promise<number | null>
  /** SIGINT to the process itself, then SIGTERM, then an end to its whole group. */
  cancel(): void
  /** Sends a signal to the process and all it started. */
  signal(signal: NodeJS.Signals): void
}

/** Starts `node <script>` in a process group of its own. stdout and stderr both are read line by line. */
export function runProcess(options: {
  readonly script: string
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly patience: Patience
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
      void escalate(child, options.patience, ended.signal)
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

async function escalate(child: ChildProcess, patience: Patience, ended: AbortSignal): Promise<void> {
  try {
    await sleep(patience.untilSigtermMs, undefined, { signal: ended })
    signalProcess(child, 'SIGTERM', false)
    await sleep(patience.untilKillMs, undefined, { signal: ended })
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
    // It has ended already.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}
