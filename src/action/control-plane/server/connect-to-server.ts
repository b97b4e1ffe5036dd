import type { AgentEvent } from '../../../contract/events.ts'
import type { Assignment } from '../../../contract/runner-protocol/assignment.ts'
import type { Feature } from '../../../contract/runner-protocol/protocol.ts'
import type { Log } from '../../log/log.ts'
import { resultOf } from '../../outcome/outcome.ts'
import { fail, RunFailure } from '../../outcome/run-failure.ts'
import type { Secrets } from '../../secrets/secrets.ts'
import type { Mode } from '../../start/inputs.ts'
import { messageOf, truncateLine } from '../../text/format.ts'
import type { Connection, ControlPlane } from '../control-plane.ts'
import { type IdTokenEndpoint, mintIdToken } from './oidc-token.ts'
import { LAST_EVENTS_RETRIES, openProgressReporter, REPORT_INTERVALS } from './progress-reporter.ts'
import { DEFAULT_RETRIES, type RetryPolicy, ServerRefusal, untilDeadline } from './request.ts'
import { openServerClient, type Patience, type ServerClient } from './server-client.ts'

interface ServerRun {
  readonly idTokens: IdTokenEndpoint | null
  readonly runSecret: string
  readonly secrets: Secrets
  readonly log: Log
  readonly signal: AbortSignal
  readonly now: () => number
  /** The server has ended the run. */
  readonly onStop: () => void
  /** Of calls without a deadline of their own; default: for a restart of the server. */
  readonly retryPolicy?: RetryPolicy
}

/** The rest of the seven seconds between SIGINT and the end, after the stages have stopped. */
export const HURRIED = { retryPolicy: { totalMs: 2500, firstWaitMs: 300 }, timeoutMs: 3000 }
const RESULT_TIMEOUT_MS = 180_000
const NOTE_LENGTH = 300

export async function connectToServer(
  mode: Exclude<Mode, { kind: 'standalone' }>,
  runner: ServerRun,
): Promise<Connection> {
  const { idTokens } = runner
  if (idTokens === null) {
    throw fail(
      'input-invalid',
      'the workflow may not request an OIDC token: add `permissions: id-token: write` to it',
    )
  }
  const mint = async (signal: AbortSignal): Promise<string> => {
    const token = await mintIdToken(idTokens, mode.appUrl, signal)
    runner.secrets.add(token)
    return token
  }
  const { appUrl } = mode
  const { runSecret, signal, retryPolicy = DEFAULT_RETRIES } = runner
  const client = openServerClient({
    ...{ appUrl, runSecret, signal },
    redact: runner.secrets.redact,
    mintIdToken: mint,
    retryPolicy,
  })
  try {
    const named = mode.kind === 'register' ? mode.request.fallbackModels : undefined
    const run = mode.kind === 'claim' ? mode.run : (await client.register(mode.request)).run
    const assignment = await client.claim(run)
    runner.secrets.add(assignment.fetchToken)
    if (assignment.context !== undefined) runner.secrets.add(assignment.context.token)
    if (named !== undefined && !assignment.features?.includes('fallback-models'))
      runner.log.warning('`fallback-models` has no effect: the server is too old for it')
    return { kind: 'claimed', controlPlane: openControlPlane(assignment, client, { ...runner, retryPolicy }) }
  } catch (error) {
    return refusedOrThrow(error, mode, runner.signal)
  }
}

function refusedOrThrow(error: unknown, { kind }: Mode, signal: AbortSignal): Connection {
  signal.throwIfAborted()
  if (!(error instanceof ServerRefusal)) {
    throw fail('action-failed', `the server could not be reached: ${messageOf(error)}`, error)
  }
  if (error.reason !== null) throw new RunFailure(error.reason, { cause: error })
  // A registration consists of inputs.
  if (kind === 'register' && error.status === 400) throw fail('input-invalid', error.message, error)
  switch (error.status) {
    case 409:
      return {
        kind: 'taken',
        note: `Another runner has this run. There is nothing to do. (${error.message})`,
      }
    case 410:
      return { kind: 'taken', note: `The run has ended. There is nothing to do. (${error.message})` }
    case 426:
      throw fail('action-too-old', error.message, error)
    default:
      throw fail(
        'action-failed',
        `the server refused the run (HTTP ${error.status}): ${error.message}`,
        error,
      )
  }
}

/** A refusal may say why the run must end. */
function failWithReason(error: unknown): never {
  if (!(error instanceof ServerRefusal) || error.reason === null) throw error
  throw new RunFailure(error.reason, { cause: error })
}

/** An older server refuses events that it does not know. */
const FEATURE_OF: Readonly<Partial<Record<AgentEvent['type'], Feature>>> = {
  retry: 'retries',
  fallback: 'fallback-models',
}

function openControlPlane(
  assignment: Assignment,
  client: ServerClient,
  runner: Required<ServerRun>,
): ControlPlane {
  const { run } = assignment
  const progress = openProgressReporter({
    send: (request) => client.sendEvents(run, request),
    acknowledged: Math.max(...assignment.prompts.map((prompt) => prompt.number)),
    onStop: runner.onStop,
    warn: runner.log.warning,
    now: runner.now,
    intervals: REPORT_INTERVALS,
    lastRetries: LAST_EVENTS_RETRIES,
    signal: runner.signal,
  })
  /** The work is done: to wait for the server or GitHub costs less than to do it again. */
  const patienceUntil = (deadline: number): Patience => {
    let isTold = false
    return {
      retryPolicy: untilDeadline(runner.retryPolicy, deadline, runner.now()),
      onRetry(error) {
        if (isTold) return
        isTold = true
        const text = runner.secrets.redact(
          `The server cannot help with the push yet (${error.message}): waiting.`,
        )
        progress.report({ type: 'note', text: truncateLine(text, NOTE_LENGTH) })
        runner.log.info(text)
      },
    }
  }
  return {
    assignment,
    report(event) {
      const feature = FEATURE_OF[event.type]
      if (feature === undefined || assignment.features?.includes(feature)) progress.report(event)
    },
    takeMessages: progress.takeMessages,
    findInstructions: async () => assignment.instructions,
    findSettings: async () => ({
      checks: assignment.checks ?? null,
      commands: assignment.commands ?? null,
      rules: assignment.rules,
      workingDirectory: assignment.workingDirectory ?? null,
      mcp: assignment.mcp ?? [],
      warnings: assignment.warnings ?? [],
    }),
    async getPushAccess(plan, deadline) {
      const request = { acknowledged: progress.acknowledged, plan }
      const answer = await client.fetchPushToken(run, request, patienceUntil(deadline)).catch(failWithReason)
      runner.secrets.add(answer.token)
      return { token: answer.token, repository: answer.repository ?? assignment.repository }
    },
    commitMerge: (request, deadline) =>
      client.commitMerge(run, request, patienceUntil(deadline)).catch(failWithReason),
    savePatch: (patch) => client.savePatch(run, patch),
    async finish(end, isHurried) {
      if (runner.signal.aborted) progress.abandon()
      else await progress.close()
      const retryPolicy = isHurried ? HURRIED.retryPolicy : DEFAULT_RETRIES
      const signal = AbortSignal.timeout(isHurried ? HURRIED.timeoutMs : RESULT_TIMEOUT_MS)
      const answer = await client.sendResult(run, resultOf(end, progress.acknowledged), retryPolicy, signal)
      runner.log.info(
        `${answer.recorded ? 'The server recorded the result' : 'The server did not record the result'}: ${answer.note}`,
      )
    },
  }
}
