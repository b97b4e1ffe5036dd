import type { AgentEvent } from '../../contract/events.ts'
import type { ToolAnswer, ToolRequest } from '../models/tool-spec.ts'
import type { Workspace } from '../workspace/open-workspace.ts'
import { capText, clipText } from './cap-text.ts'
import type { Review } from './reviewer.ts'
import { Finish, finishTool } from './tools/finish.ts'
import { readInput } from './tools/read-input.ts'
import type { Toolset } from './tools/tools-for.ts'

const OUTPUT_LENGTH = 30_000

export interface Executed {
  /** One for each request, in their order. */
  readonly answers: readonly ToolAnswer[]
  /** What an accepted `finish` said. */
  readonly finish: Finish | null
}

export interface ExecuteOptions {
  readonly workspace: Workspace
  readonly tools: Toolset
  readonly step: number
  readonly signal: AbortSignal
  onEvent(event: AgentEvent): void
  /** Has the last word on a valid `finish`. */
  review(finish: Finish): Promise<Review>
}

/** Makes the calls of one answer, each exactly once and one after the other: edits of one file build on each other. */
export async function executeRequests(
  requests: readonly ToolRequest[],
  options: ExecuteOptions,
): Promise<Executed> {
  const answers: ToolAnswer[] = []
  let finish: Finish | null = null
  for (const request of requests) {
    if (options.signal.aborted || finish !== null) {
      answers.push({ request, ok: false, text: 'Not done: the work had ended.' })
      continue
    }
    const failedBefore = answers.some((answer) => !answer.ok)
    const result =
      request.problem === null && request.name === finishTool.name
        ? await tryFinish(request, failedBefore, options)
        : await callTool(request, options)
    finish = result.finish ?? null
    const { ok, sentBack = false } = result
    answers.push({ request, ok, sentBack, text: capText(result.text, OUTPUT_LENGTH) })
    options.onEvent({
      type: 'tool',
      step: options.step,
      tool: clipText(request.name, 64),
      target: clipText(result.target, 300),
      ok,
    })
  }
  return { answers, finish }
}

interface CallResult {
  readonly ok: boolean
  readonly text: string
  readonly target: string
  readonly sentBack?: boolean
  readonly finish?: Finish
}

async function callTool(
  request: ToolRequest,
  { workspace, tools }: Pick<ExecuteOptions, 'workspace' | 'tools'>,
): Promise<CallResult> {
  const fail = (text: string) => ({ ok: false, text, target: '' })
  const tool = tools.workspace.find(({ name }) => name === request.name)
  if (request.problem !== null || tool === undefined) {
    const names = tools.specs.map(({ name }) => name).join(', ')
    return fail(`${request.problem ?? `There is no tool "${request.name}".`} The tools are ${names}.`)
  }
  return tool.call(request.input, workspace)
}

async function tryFinish(
  request: ToolRequest,
  failedBefore: boolean,
  { review }: ExecuteOptions,
): Promise<CallResult> {
  if (failedBefore) {
    return {
      ok: false,
      text: 'Not finished: a call before it failed. Look at its result, then finish again.',
      target: '',
    }
  }
  const read = readInput(finishTool.name, Finish, request.input)
  if (!read.ok) return { ok: false, text: read.problem, target: '' }
  const reviewed = await review(read.input)
  if (reviewed.kind === 'sent-back') return { ok: false, sentBack: true, text: reviewed.text, target: '' }
  return { ok: true, text: 'Finished.', target: '', finish: read.input }
}
