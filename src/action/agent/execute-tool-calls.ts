import type { AgentEvent } from '../../contract/events.ts'
import { readInput, type ToolCall, type ToolCallResult } from '../models/tool-calls/tool-spec.ts'
import { truncate, truncateLine } from '../text/format.ts'
import type { Image, ToolResult } from '../workspace/files/tool-result.ts'
import type { Workspace } from '../workspace/workspace.ts'
import type { Delimiters } from './prompt/delimiters.ts'
import type { Review } from './review/reviewer.ts'
import type { RereadNotes } from './stall-detector.ts'
import { type Commands, checkTool } from './tools/command-tools.ts'
import { Finish, finishTool } from './tools/finish.ts'
import { callMcp, type McpServers, mcpTool } from './tools/mcp.ts'
import { Plan, planTool } from './tools/plan.ts'
import type { Toolset } from './tools/toolset.ts'

export interface ExecutedCalls {
  /** One for each call, in their order. */
  readonly results: readonly ToolCallResult[]
  /** What an accepted `finish` said. */
  readonly finish: Finish | null
  /** The newest plan; `null`: none was shown. */
  readonly plan: Plan | null
}

export interface ExecuteOptions {
  readonly workspace: Workspace
  /** `null`: it may run none. */
  readonly commands: Commands | null
  /** `null`: it may ask none. */
  readonly mcp: McpServers | null
  readonly tools: Toolset
  readonly delimiters: Delimiters
  readonly rereads: RereadNotes
  /** Maximum length of one output, in characters. */
  readonly outputLength: number
  readonly step: number
  readonly signal: AbortSignal
  onEvent(event: AgentEvent): void
  /** Decides whether a valid `finish` is accepted. */
  review(finish: Finish): Promise<Review>
  /** How the diff has changed since the model was last told; `null`: it has not. */
  describeNewChanges(): Promise<string | null>
}

/** Makes the calls of one answer, each exactly once and in order: edits of one file build on each other. */
export async function executeToolCalls(
  calls: readonly ToolCall[],
  options: ExecuteOptions,
): Promise<ExecutedCalls> {
  const made: MadeCall[] = []
  for (const call of calls) {
    const before = { failed: made.some(({ ok }) => !ok), finished: made.some(({ finish }) => finish) }
    if (options.signal.aborted || before.finished) {
      made.push({ ok: false, message: 'Not done: the work had ended.' })
      continue
    }
    const one = await makeCall(call, before.failed, options)
    made.push(one)
    // People see the plan itself.
    if (one.ok && call.name === planTool.name) continue
    options.onEvent({
      type: 'tool',
      step: options.step,
      tool: call.name,
      target: one.target ?? '',
      ok: one.ok,
    })
  }
  await addNewChanges(calls, made, options)
  const results = calls.flatMap((call, index) => {
    const one = made[index]
    return one === undefined ? [] : [toResult(call, one, options)]
  })
  return {
    results,
    finish: made.find(({ finish }) => finish)?.finish ?? null,
    plan: made.findLast(({ plan }) => plan)?.plan ?? null,
  }
}

interface MadeCall {
  readonly ok: boolean
  /** Text of ours, which the model may trust. */
  readonly message?: string
  /** Text of files or programs, or mixed with it. */
  readonly data?: string
  readonly image?: Image
  /** True: `data` says how work is done in this repository. */
  readonly isInstruction?: boolean
  readonly target?: string
  readonly sentBack?: boolean
  readonly finish?: Finish
  readonly plan?: Plan
}

function makeCall(
  call: ToolCall,
  failedBefore: boolean,
  options: ExecuteOptions,
): MadeCall | Promise<MadeCall> {
  const isOffered = options.tools.specs.some(({ name }) => name === call.name)
  if (call.problem === null && isOffered) {
    if (call.name === finishTool.name) return tryFinish(call, failedBefore, options)
    if (call.name === planTool.name) return showPlan(call, options)
  }
  return callTool(call, options)
}

function showPlan(call: ToolCall, { onEvent }: ExecuteOptions): MadeCall {
  const read = readInput(planTool.name, Plan, call.input)
  if (!read.ok) return { ok: false, message: read.problem }
  onEvent({ type: 'plan', items: read.input.items })
  return { ok: true, message: 'Shown.', plan: read.input }
}

async function callTool(call: ToolCall, options: ExecuteOptions): Promise<MadeCall> {
  const { tools, rereads, step } = options
  const running = call.problem === null ? startTool(call, options) : undefined
  if (running === undefined) {
    // The name that was called is left out: it may be any text, and the model takes this message as ours.
    const names = tools.specs.map(({ name }) => name).join(', ')
    const problem = call.problem ?? 'There is no such tool.'
    return { ok: false, message: `${problem} The tools are ${names}.` }
  }
  const { ok, text, image, isInstruction, target } = await running
  const reread = ok ? rereads.note(call, text + (image?.data ?? ''), step) : null
  const message = [call.note, reread].filter((note) => typeof note === 'string').join(' ')
  return {
    ok,
    ...(message !== '' && { message }),
    data: text,
    ...(image && { image }),
    ...(isInstruction && { isInstruction }),
    target,
  }
}

/** `undefined`: there is no such tool. */
function startTool(
  { name: called, input }: ToolCall,
  { workspace, commands, mcp, tools, signal }: ExecuteOptions,
): Promise<ToolResult & { readonly target: string }> | undefined {
  const isCalled = ({ name }: { readonly name: string }) => name === called
  const tool = tools.workspace.find(isCalled)
  if (tool !== undefined) return tool.call(input, workspace)
  if (mcp !== null && isCalled(mcpTool)) return callMcp(input, mcp, signal)
  return commands === null ? undefined : tools.commands.find(isCalled)?.call(input, commands, signal)
}

async function tryFinish(
  call: ToolCall,
  failedBefore: boolean,
  { review }: ExecuteOptions,
): Promise<MadeCall> {
  if (failedBefore) {
    return {
      ok: false,
      message: 'Not finished: a call before it failed. Look at its result, then finish again.',
    }
  }
  const read = readInput(finishTool.name, Finish, call.input)
  if (!read.ok) return { ok: false, message: read.problem }
  const reviewed = await review(read.input)
  if (reviewed.kind === 'passed') return { ok: true, message: 'Finished.', finish: read.input }
  const { text: message, data = '' } = reviewed
  return { ok: false, sentBack: true, message, ...(data !== '' && { data }) }
}

/** A tool that is not listed here may have changed files, so the diff is read after it. */
const READ_ONLY = new Set([
  'list',
  'search',
  'read',
  'git_log',
  'git_show',
  'git_diff',
  checkTool.name,
  mcpTool.name,
  planTool.name,
  finishTool.name,
])

async function addNewChanges(
  calls: readonly ToolCall[],
  made: MadeCall[],
  { signal, describeNewChanges }: ExecuteOptions,
): Promise<void> {
  const last = made.findLastIndex(({ ok }, index) => ok && !READ_ONLY.has(calls[index]?.name ?? ''))
  const one = made[last]
  if (one === undefined || signal.aborted) return
  const changes = await describeNewChanges()
  if (changes !== null) made[last] = { ...one, data: `${one.data ?? ''}\n\nDiff of the run:\n${changes}` }
}

function toResult(
  call: ToolCall,
  { ok, sentBack = false, message, data, image, isInstruction = false, target }: MadeCall,
  { delimiters, outputLength }: ExecuteOptions,
): ToolCallResult {
  const from = truncateLine(`${call.name} ${target ?? ''}`.trim(), 120)
  const delimited =
    data === undefined
      ? []
      : [delimiters.wrap(isInstruction ? 'instructions' : 'data', { from }, truncate(data, outputLength))]
  const text = [...(message === undefined ? [] : [message]), ...delimited].join('\n')
  const shown = image && { ...image, caption: delimiters.wrap('data', { from }, '[the next image]') }
  return { call, ok, sentBack, text, ...(shown && { image: shown }) }
}
