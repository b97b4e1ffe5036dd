import { executeHeld, type HeldRun, holdRun } from './held-run.ts'
import type { RunnerOptions, RunReport } from './runner-options.ts'

export interface SandboxRunner {
  runs(): RunReport[]
  /** Sends a signal to a run's process group, as a machine that fails would. False: nothing of it is running. */
  kill(runId: number, signal: NodeJS.Signals): boolean
  /** The next run that opens this group of its log is killed there, with all it has started. */
  dieAt(group: string): void
  /** Ends every process at once and reports nothing more. */
  close(): Promise<void>
}

const DEFAULT_PARALLEL = 4
const GROUP = '##[group]'

/** Takes the runs that the sandbox's GitHub queues and runs them as GitHub's own runner would. */
export function startSandboxRunner(options: RunnerOptions): SandboxRunner {
  const held = new Map<number, HeldRun>()
  const waiting: HeldRun[] = []
  const running = new Set<Promise<void>>()
  const deadly = new Set<string>()
  let closed = false

  const start = (entry: HeldRun): void => {
    const execution: Promise<void> = executeHeld(entry, options, () => closed).finally(() => {
      running.delete(execution)
      startNext()
    })
    running.add(execution)
  }
  const startNext = (): void => {
    while (!closed && running.size < (options.parallel ?? DEFAULT_PARALLEL)) {
      const next = waiting.shift()
      if (!next) return
      start(next)
    }
  }

  const onLine = (runId: number, line: string): void => {
    options.onLine?.(runId, line)
    if (line.startsWith(GROUP) && deadly.delete(line.slice(GROUP.length)))
      held.get(runId)?.process?.signal('SIGKILL')
  }

  options.github.onQueuedRun((run) => {
    if (closed) return
    const entry = holdRun(run, { ...options, onLine })
    held.set(run.id, entry)
    waiting.push(entry)
    run.onCancel((force) => {
      if (force) endAtOnce(entry)
      else entry.cancel.abort()
      // A cancelled run that still waits for its turn ends now, not when its turn comes.
      const place = waiting.indexOf(entry)
      if (place >= 0) for (const taken of waiting.splice(place, 1)) start(taken)
    })
    startNext()
  })

  return {
    runs: () =>
      [...held.values()].map(({ report, log }) => ({
        ...report,
        log: log.lines,
        annotations: log.annotations,
      })),
    kill: (runId, signal) => {
      const process = held.get(runId)?.process
      process?.signal(signal)
      return Boolean(process)
    },
    dieAt: (group) => {
      deadly.add(group)
    },
    close: async () => {
      closed = true
      for (const entry of held.values()) endAtOnce(entry)
      await Promise.all(running)
    },
  }
}

function endAtOnce(entry: HeldRun): void {
  entry.ended = true
  // Before the signals of a cancel: on a busy machine the process could answer the first of them.
  entry.process?.signal('SIGKILL')
  entry.cancel.abort()
}
