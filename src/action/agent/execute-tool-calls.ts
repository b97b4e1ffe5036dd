import type { AgentEvent } from '../../contract/events.ts'
import type { ToolAnswer, ToolRequest } from '../models/tool-calls/tool-spec.ts'
import { truncate, truncateLine } from '../text/truncate.ts'
import type { Workspace } from '../workspace/workspace.ts'
import type { Delimiters } from './prompt/delimiters.ts'
import type { RereadNotes } from './reread-notes.ts'
import type { Review } from './review/reviewer.ts'
import { Finish, finishTool } from './tools/finish.ts'
import { readInput } from './tools/read-input.ts'
import type { Toolset } from './tools/tools-for.ts'

export interface ExecutedCalls {
  /** One for each request, in their order. */
  readonly answers: readonly ToolAnswer[]
  /** What an accepted `finish` said. */
  readonly finish: Finish | null
}

export interface ExecuteOptions {
  readonly workspace: Workspace
  readonly tools: Toolset
  readonly frames: Delimiters
  readonly rereads: RereadNotes
  /** Most characters of one output. */
  readonly outputLength: number
  readonly step: number
  readonly signal: AbortSignal
  onEvent(event: AgentEvent): void
  /** Has the last word on a valid `finish`. */
  review(finish: Finish): Promise<Review>
  /** What became of the diff through calls that may have changed files; `null`: nothing that is news. */
  tellNews(): Promise<string | null>
}

/** Makes the calls of one answer, each exactly once and one after the other: edits of one file build on each other. */
export async function executeToolCalls(
  requests: readonly ToolRequest[],
  options: ExecuteOptions,
): Promise<ExecutedCalls> {
  const results: CallResult[] = []
  for (const request of requests) {
    const before = { failed: results.some(({ ok }) => !ok), finished: results.some(({ finish }) => finish) }
    if (options.signal.aborted || before.finished) {
      results.push({ ok: false, words: 'Not done: the work had ended.' })
      continue
    }
    const result =
      request.problem === null && request.name === finishTool.name
        ? await tryFinish(request, before.failed, options)
        : await callTool(request, options)
    results.push(result)
    options.onEvent({
      type: 'tool',
      step: options.step,
      tool: request.name,
      target: result.target ?? '',
      ok: result.ok,
    })
  }
  await addNews(requests, results, options)
  const answers = requests.flatMap((request, index) => {
    const result = results[index]
    return result === undefined ? [] : [toAnswer(request, result, options)]
  })
  return { answers, finish: results.find(({ finish }) => finish)?.finish ?? null }
}

interface CallResult {
  readonly ok: boolean
  /** Ours, to be taken at its word. */
  readonly words?: string
  /** Of files, of programs, or mixed with them. */
  readonly data?: string
  readonly target?: string
  readonly sentBack?: boolean
  readonly finish?: Finish
}

async function callTool(
  request: ToolRequest,
  { workspace, tools, rereads, step }: Pick<ExecuteOptions, 'workspace' | 'tools' | 'rereads' | 'step'>,
): Promise<CallResult> {
  const tool = tools.workspace.find(({ name }) => name === request.name)
  if (request.problem !== null || tool === undefined) {
    // Without the name that was asked for: it may be any text, and these words are taken for ours.
    const names = tools.specs.map(({ name }) => name).join(', ')
    const problem = request.problem ?? 'There is no such tool.'
    return { ok: false, words: `${problem} The tools are ${names}.` }
  }
  const { ok, text, target } = await tool.call(request.input, workspace)
  const words = ok ? rereads.note(request, text, step) : null
  return { ok, ...(words !== null && { words }), data: text, target }
}

async function tryFinish(
  request: ToolRequest,
  failedBefore: boolean,
  { review }: ExecuteOptions,
): Promise<CallResult> {
  if (failedBefore) {
    return {
      ok: false,
      words: 'Not finished: a call before it failed. Look at its result, then finish again.',
    }
  }
  const read = readInput(finishTool.name, Finish, request.input)
  if (!read.ok) return { ok: false, words: read.problem }
  const reviewed = await review(read.input)
  if (reviewed.kind === 'passed') return { ok: true, words: 'Finished.', finish: read.input }
  const { text: words, data = '' } = reviewed
  return { ok: false, sentBack: true, words, ...(data !== '' && { data }) }
}

/** Of a tool that is not here it is asked, for nothing, what it changed. */
const ONLY_LOOKING = new Set(['list', 'search', 'read', 'git_log', 'git_show', 'git_diff', finishTool.name])

async function addNews(
  requests: readonly ToolRequest[],
  results: CallResult[],
  { signal, tellNews }: ExecuteOptions,
): Promise<void> {
  const last = results.findLastIndex(({ ok }, index) => ok && !ONLY_LOOKING.has(requests[index]?.name ?? ''))
  const result = results[last]
  if (result === undefined || signal.aborted) return
  const news = await tellNews()
  if (news !== null) results[last] = { ...result, data: `${result.data ?? ''}\n\nDiff of the run:\n${news}` }
}

function toAnswer(
  request: ToolRequest,
  { ok, sentBack = false, words, data, target }: CallResult,
  { frames, outputLength }: ExecuteOptions,
): ToolAnswer {
  const from = truncateLine(`${request.name} ${target ?? ''}`.trim(), 120)
  const framed = data === undefined ? [] : [frames.frame('data', { from }, truncate(data, outputLength))]
  return { request, ok, sentBack, text: [...(words === undefined ? [] : [words]), ...framed].join('\n') }
}
