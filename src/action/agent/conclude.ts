import { type Reason, reason, splitReason, withoutChanges } from '../../contract/reasons.ts'
import { readInput, type ToolCall } from '../models/tool-calls/tool-spec.ts'
import { messageOf } from '../text/format.ts'
import {
  type AgentHost,
  type AgentOutcome,
  type Asked,
  UNDESCRIBED,
  UNDESCRIBED_TITLE,
  type Unfinished,
} from './agent-host.ts'
import { type AgentRun, type AgentState, type End, reportNote } from './agent-run.ts'
import { tokensOf } from './limits.ts'
import { type Finish, finishFromText, finishTool } from './tools/finish.ts'
import { describePlan } from './tools/plan.ts'

/** The outcome of a run that has ended. After a limit, the model is asked once more to describe its work. */
export async function conclude(run: AgentRun, state: AgentState, end: End): Promise<AgentOutcome> {
  const { reason, finish, unfinished, asked, error } = await judgeEnd(run, state, end)
  return {
    reason,
    publishable: finish !== null,
    title: finish?.title ?? '',
    body: finish?.body ?? '',
    commitMessage: finish?.commit_message ?? '',
    files: finish?.files ?? [],
    summary: finish?.summary ?? '',
    ...(finish?.output !== undefined && { output: finish.output }),
    ...(finish?.findings !== undefined && { findings: finish.findings }),
    usage: run.ledger.sum,
    perStep: run.ledger.perStep,
    acknowledged: state.acknowledged,
    ...(unfinished !== undefined && { unfinished }),
    ...(asked !== undefined && { asked }),
    ...(error !== undefined && { error }),
  }
}

interface Conclusion {
  readonly reason: Reason | null
  readonly finish: Finish | null
  readonly unfinished?: Unfinished
  readonly asked?: Asked
  readonly error?: unknown
}

async function judgeEnd(run: AgentRun, state: AgentState, end: End): Promise<Conclusion> {
  switch (end.kind) {
    case 'finished':
      return { reason: null, finish: end.finish }
    case 'asked':
      return { reason: null, finish: null, asked: { question: end.question, notes: noteWork(run, state) } }
    case 'stopped':
    case 'failed': {
      const hasChanges = (await run.readWork()).length > 0
      const ended = hasChanges ? end.reason : withoutChanges(end.reason)
      const finish =
        end.kind === 'stopped'
          ? (end.finish ?? (await wrapUp(run, ended)))
          : hasChanges
            ? describeUnasked(run, ended)
            : null
      if (run.host.signal.aborted) return cancelled(run.host)
      const quota = end.kind === 'failed' ? end.quota : undefined
      return {
        ...{ reason: ended, finish },
        ...(quota !== undefined && { unfinished: { ...quota, notes: noteWork(run, state) } }),
      }
    }
    case 'cancelled':
      return cancelled(run.host)
    case 'broken': {
      const { error } = end
      const message = messageOf(error)
      return { reason: reason('action-failed', message), finish: null, error }
    }
  }
}

/** The host may abort with a few words that say who cancelled. */
const cancelled = ({ signal }: AgentHost): Conclusion => ({
  reason: reason('cancelled', typeof signal.reason === 'string' ? signal.reason : 'the runner'),
  finish: null,
})

/** For the agent of a later run. */
const noteWork = ({ conversation }: AgentRun, { plan }: AgentState): string =>
  [conversation.recap(), ...(plan === null ? [] : [`Checklist:\n${describePlan(plan)}`])].join('\n\n').trim()

const WRAP_UP_TIMEOUT_MS = 90_000

/**
 * After a limit: one last call of the model, to describe the changes. It may fail; the changes count all the same. If
 * the money is spent, the call is not retried once a try has cost something.
 */
async function wrapUp(run: AgentRun, ended: Reason): Promise<Finish> {
  const { conversation, host, ledger } = run
  conversation.addText(
    `The run ends now (${ended.code}). Change nothing more: call finish and say truthfully what is done and what is missing.`,
    'droppable',
  )
  const signal = AbortSignal.any([host.signal, AbortSignal.timeout(WRAP_UP_TIMEOUT_MS)])
  const before = tokensOf(ledger.sum)
  const isSpent = ended.code === 'cost-limit' || ended.code === 'token-limit'
  const mayAskAgain = () => !isSpent || tokensOf(ledger.sum) === before
  const options = { signal, mayAskAgain, isLast: true }
  const forced = await conversation.ask({ ...options, force: finishTool.name })
  // Some servers, and many models that reason, refuse a forced call with 400 or 404.
  const isRefused = forced.kind === 'failed' && forced.reason.code === 'model-refused'
  const answer = isRefused ? await conversation.ask(options) : forced
  if (answer.kind !== 'answered') return undescribed(ended)
  reportNote(run, answer.text)
  const finish = findFinish(run, answer.calls)
  host.onEvent({
    type: 'tool',
    step: ledger.sum.steps,
    tool: finishTool.name,
    target: '',
    ok: finish !== null,
  })
  if (finish !== null) return finish
  return answer.text.trim() === '' ? undescribed(ended) : finishFromText(answer.text, run.task)
}

function findFinish({ ending, output }: AgentRun, calls: readonly ToolCall[]): Finish | null {
  const call = calls.find(({ name, problem }) => name === finishTool.name && problem === null)
  if (call === undefined) return null
  const read = readInput(finishTool.name, ending.input, call.input)
  if (!read.ok) return null
  const taken = output?.take(call.input)
  return taken?.kind === 'taken' ? { ...read.input, output: taken.output } : read.input
}

/**
 * After a permanent failure of the model, which is not called again. Its changes were paid for, and a follow-up can
 * continue from them.
 */
function describeUnasked({ conversation }: AgentRun, ended: Reason): Finish {
  // What a provider says about a failure, for example about the account, is not for the pull request.
  const { body } = undescribed(reason(ended.code, conversation.model.name))
  return { ...undescribed(ended), body }
}

/** What to do next depends on who reads it, and stands next to it in each place. */
function undescribed(why: Reason): Finish {
  const title = UNDESCRIBED_TITLE
  const summary = `${UNDESCRIBED} ${splitReason(why).what}`
  return { title, body: summary, files: [], commit_message: title, summary }
}
