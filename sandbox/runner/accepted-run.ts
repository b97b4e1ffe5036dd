import { join } from 'node:path'
import { Unsupported } from '../expressions/evaluate.ts'
import { executeRun } from './execute-run.ts'
import type { Conclusion, QueuedRun } from './queued-run.ts'
import { readAction } from './read-action.ts'
import { RunLog } from './run-log.ts'
import { GITHUB_CANCEL_TIMEOUTS, type RunningProcess } from './run-process.ts'
import { type RunnerOptions, type RunReport, SANDBOX_ACTION } from './runner-options.ts'

/** A run that the runner has accepted. */
export interface AcceptedRun {
  readonly run: QueuedRun
  readonly log: RunLog
  readonly cancel: AbortController
  report: Omit<RunReport, 'log' | 'annotations'>
  process: RunningProcess | null
  /** Aborted to end it by force: no further process starts for it, including post steps. */
  readonly ended: AbortController
}

export function acceptRun(run: QueuedRun, options: RunnerOptions): AcceptedRun {
  return {
    run,
    log: new RunLog((line) => options.onLine?.(run.id, line)),
    cancel: new AbortController(),
    process: null,
    ended: new AbortController(),
    report: {
      id: run.id,
      repository: `${run.repository.owner}/${run.repository.name}`,
      state: 'queued',
      conclusion: null,
      exitCode: null,
      outputs: {},
      summary: '',
    },
  }
}

export async function executeAccepted(
  entry: AcceptedRun,
  options: RunnerOptions,
  isClosed: () => boolean,
): Promise<void> {
  const { run, cancel } = entry
  try {
    if (!cancel.signal.aborted) await run.started(entry.log.lines)
    entry.report = { ...entry.report, state: 'in_progress' }
    const ended = cancel.signal.aborted ? cancelledBeforeStart : await execute(entry, options)
    entry.process = null
    entry.report = { ...entry.report, ...ended, state: 'completed' }
    if (!isClosed()) await run.completed(ended.conclusion)
  } catch (error) {
    options.log(`run ${run.id}: GitHub did not accept its state: ${String(error)}`)
  }
}

type Ended = Pick<RunReport, 'conclusion' | 'exitCode' | 'outputs' | 'summary'> & { conclusion: Conclusion }

const cancelledBeforeStart: Ended = { conclusion: 'cancelled', exitCode: null, outputs: {}, summary: '' }

async function execute(entry: AcceptedRun, options: RunnerOptions): Promise<Ended> {
  const { run, log, cancel } = entry
  try {
    return await executeRun(run, {
      github: options.github,
      action: options.action ?? SANDBOX_ACTION,
      readAction: () => readAction(options.actionDirectory),
      secrets: options.secrets,
      variables: options.variables ?? {},
      extraEnvironment: options.extraEnvironment ?? {},
      directory: join(options.directory, `run-${run.id}-${run.attempt}`),
      log,
      cancelTimeouts: options.cancelTimeouts ?? GITHUB_CANCEL_TIMEOUTS,
      onProcess: (process) => {
        entry.process = process
        if (entry.ended.signal.aborted) process.signal('SIGKILL')
      },
      cancelled: cancel.signal,
      ended: entry.ended.signal,
    })
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const shown = error instanceof Unsupported ? `The sandbox's runner does not support ${message}.` : message
    log.write(`##[error]${shown}`)
    options.log(`run ${run.id} failed before its steps: ${shown}`)
    return { conclusion: 'failure', exitCode: null, outputs: {}, summary: '' }
  }
}
