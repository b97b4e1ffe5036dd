import type { Reason } from '../../contract/reasons.ts'
import type { ToolRequest } from '../models/tool-spec.ts'
import { noteRemark, type Session } from './session.ts'
import { Finish, finishFromText, finishTool } from './tools/finish.ts'
import { readInput } from './tools/read-input.ts'

const LANDING_MS = 90_000

/** After a limit: one last model call, made to describe what there is. It may fail; the work counts all the same. */
export async function landWork(session: Session, ended: Reason): Promise<Finish> {
  const { conversation, host } = session
  conversation.say(
    `The run ends now (${ended.code}). Change nothing more: call finish and say truthfully what is done and what is missing.`,
    'passing',
  )
  const signal = AbortSignal.any([host.signal, AbortSignal.timeout(LANDING_MS)])
  const answer = await conversation.ask({ signal, force: finishTool.name })
  if (answer.kind !== 'answered') return describeNothing(ended)
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
  return answer.text.trim() === '' ? describeNothing(ended) : finishFromText(answer.text, session.task)
}

function findFinish(requests: readonly ToolRequest[]): Finish | null {
  const request = requests.find(({ name, problem }) => name === finishTool.name && problem === null)
  if (request === undefined) return null
  const read = readInput(finishTool.name, Finish, request.input)
  return read.ok ? read.input : null
}

function describeNothing(ended: Reason): Finish {
  const title = 'Unfinished work by Prentice'
  const summary = `The run ended before the agent could describe its work. ${ended.message}`
  return { title, body: summary, commit_message: title, summary }
}
