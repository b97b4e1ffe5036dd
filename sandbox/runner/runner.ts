import { type AcceptedRun, acceptRun, executeAccepted } from './accepted-run.ts'
import type { RunnerOptions, RunReport } from './runner-options.ts'

export interface SandboxRunner {
  runs(): RunReport[]
  /** Sends a signal to a run's process group, as if the machine failed. False: no process is running. */
  kill(runId: number, signal: NodeJS.Signals): boolean
  /** Kills the process group of the next run that opens this group of its log. */
  killAt(group: string): void
  /** Kills all processes and stops reporting. */
  close(): Promise<void>
}

const DEFAULT_PARALLEL = 4
const GROUP = '##[group]'

/** Executes the runs that the sandbox's GitHub queues, like GitHub's own runner. */
export function startSandboxRunner(options: RunnerOptions): SandboxRunner {
  const accepted = new Map<number, AcceptedRun>()
  const waiting: AcceptedRun[] = []
  const running = new Set<Promise<void>>()
  const killGroups = new Set<string>()
  let closed = false

  const start = (entry: AcceptedRun): void => {
    const execution: Promise<void> = executeAccepted(entry, options, () => closed).finally(() => {
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
    if (line.startsWith(GROUP) && killGroups.delete(line.slice(GROUP.length)))
      accepted.get(runId)?.process?.signal('SIGKILL')
  }

  options.github.onQueuedRun((run) => {
    if (closed) return
    const entry = acceptRun(run, { ...options, onLine })
    accepted.set(run.id, entry)
    waiting.push(entry)
    run.onCancel((force) => {
      if (force) endImmediately(entry)
      else entry.cancel.abort()
      // A cancelled run that is still waiting ends now, not when a slot becomes free.
      const place = waiting.indexOf(entry)
      if (place >= 0) for (const taken of waiting.splice(place, 1)) start(taken)
    })
    startNext()
  })

  return {
    runs: () =>
      [...accepted.values()].map(({ report, log }) => ({
        ...report,
        log: log.lines,
        annotations: log.annotations,
      })),
    kill: (runId, signal) => {
      const process = accepted.get(runId)?.process
      process?.signal(signal)
      return Boolean(process)
    },
    killAt: (group) => {
      killGroups.add(group)
    },
    close: async () => {
      closed = true
      for (const entry of accepted.values()) endImmediately(entry)
      await Promise.all(running)
    },
  }
}

function endImmediately(entry: AcceptedRun): void {
  entry.ended.abort()
  // Before the signals of a cancel, because on a busy machine the process could still react to the first of them.
  entry.process?.signal('SIGKILL')
  entry.cancel.abort()
}
