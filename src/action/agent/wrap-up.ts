import { type Reason, reason } from '../../contract/reasons.ts'
import type { ToolRequest } from '../models/tool-calls/tool-spec.ts'
import { tokensOf } from './limits.ts'
import { noteRemark, type Session } from './session.ts'
import { Finish, finishFromText, finishTool } from './tools/finish.ts'
import { readInput } from './tools/read-input.ts'

const LANDING_MS = 90_000

/**
 * After a limit: one last model call, made to describe what there is. It may fail; the work counts all the same. Where
 * the money is spent, it is not made again once a try has cost some.
 */
export async function wrapUp(session: Session, ended: Reason): Promise<Finish> {
  const { conversation, host } = session
  conversation.say(
    `The run ends now (${ended.code}). Change nothing more: call finish and say truthfully what is done and what is missing.`,
    'passing',
  )
  const signal = AbortSignal.any([host.signal, AbortSignal.timeout(LANDING_MS)])
  const before = tokensOf(session.books.sum)
  const isSpent = ended.code === 'cost-limit' || ended.code === 'token-limit'
  const mayAskAgain = () => !isSpent || tokensOf(session.books.sum) === before
  const asking = { signal, mayAskAgain, isLast: true }
  const forced = await conversation.ask({ ...asking, force: finishTool.name })
  // Some servers refuse to force a call, with 400 or 404, and many models that think.
  const isRefused = forced.kind === 'failed' && forced.reason.code === 'model-refused'
  const answer = isRefused ? await conversation.ask(asking) : forced
  if (answer.kind !== 'answered') return describeNothing(ended.message)
  noteRemark(session, answer.text)
  const finish = findFinish(answer.requests)
  host.onEvent({
    type: 'tool',
    step: session.books.sum.steps,
    tool: finishTool.name,
    target: '',
    ok: finish !== null,
  })
  if (finish !== null) return finish
  return answer.text.trim() === ''
    ? describeNothing(ended.message)
    : finishFromText(answer.text, session.task)
}

/**
 * After a failure of the model, which is asked nothing more: what it did was paid for, and a follow-up goes on from it.
 * `null`: it changed nothing.
 */
export async function wrapUpWithoutModel(
  { readWork, model }: Pick<Session, 'readWork' | 'model'>,
  ended: Reason,
): Promise<Finish | null> {
  const files = await readWork()
  if (files.length === 0) return null
  // What a provider says of a failure, of the account say, is for whoever asked, not for the pull request.
  const { body, ...finish } = describeNothing(ended.message)
  return { ...finish, body: describeNothing(reason(ended.code, model.name).message).body }
}

function findFinish(requests: readonly ToolRequest[]): Finish | null {
  const request = requests.find(({ name, problem }) => name === finishTool.name && problem === null)
  if (request === undefined) return null
  const read = readInput(finishTool.name, Finish, request.input)
  return read.ok ? read.input : null
}

function describeNothing(why: string): Finish {
  const title = 'Unfinished work by Prentice'
  const summary = `The run ended before the agent could describe its work. ${why}`
  return { title, body: summary, commit_message: title, summary }
}
