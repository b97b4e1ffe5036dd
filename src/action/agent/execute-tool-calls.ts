import { readInput, type ToolCall, type ToolCallResult } from '../models/tool-calls/tool-spec.ts'
import { truncate, truncateLine } from '../text/format.ts'
import type { Image, ToolResult } from '../workspace/files/tool-result.ts'
import type { AgentRun } from './agent-run.ts'
import { outputLengthFor } from './prompt/window-share.ts'
import { checkTool } from './tools/command-tools.ts'
import { Finish, finishTool } from './tools/finish.ts'
import { callMcp, mcpTool } from './tools/mcp.ts'
import { Plan, planTool } from './tools/plan.ts'

export interface ExecutedCalls {
  /** One for each call, in their order. */
  readonly results: readonly ToolCallResult[]
  /** What an accepted `finish` said. */
  readonly finish: Finish | null
  /** The newest plan; `null`: none was shown. */
  readonly plan: Plan | null
}

/** Makes the calls of one answer, each exactly once and in order: edits of one file build on each other. */
export async function executeToolCalls(
  run: AgentRun,
  calls: readonly ToolCall[],
  signal: AbortSignal,
): Promise<ExecutedCalls> {
  const made: MadeCall[] = []
  for (const call of calls) {
    const before = { failed: made.some(({ ok }) => !ok), finished: made.some(({ finish }) => finish) }
    if (signal.aborted || before.finished) {
      made.push({ ok: false, message: 'Not done: the work had ended.' })
      continue
    }
    const one = await makeCall(run, call, { failedBefore: before.failed, signal })
    made.push(one)
    // People see the plan itself.
    if (one.ok && call.name === planTool.name) continue
    run.host.onEvent({
      type: 'tool',
      step: run.ledger.sum.steps,
      tool: call.name,
      target: one.target ?? '',
      ok: one.ok,
    })
  }
  if (!signal.aborted) await addNewChanges(run, calls, made)
  const results = calls.flatMap((call, index) => {
    const one = made[index]
    return one === undefined ? [] : [toResult(run, call, one)]
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

interface CallOptions {
  /** Whether a call before it, in the same answer, failed. */
  readonly failedBefore: boolean
  readonly signal: AbortSignal
}

function makeCall(run: AgentRun, call: ToolCall, options: CallOptions): MadeCall | Promise<MadeCall> {
  const isOffered = run.tools.specs.some(({ name }) => name === call.name)
  if (call.problem === null && isOffered) {
    if (call.name === finishTool.name) return tryFinish(run, call, options)
    if (call.name === planTool.name) return showPlan(run, call)
  }
  return callTool(run, call, options.signal)
}

function showPlan({ host }: AgentRun, call: ToolCall): MadeCall {
  const read = readInput(planTool.name, Plan, call.input)
  if (!read.ok) return { ok: false, message: read.problem }
  host.onEvent({ type: 'plan', items: read.input.items })
  return { ok: true, message: 'Shown.', plan: read.input }
}

async function callTool(run: AgentRun, call: ToolCall, signal: AbortSignal): Promise<MadeCall> {
  const { tools, rereads, ledger } = run
  const running = call.problem === null ? startTool(run, call, signal) : undefined
  if (running === undefined) {
    // The name that was called is left out: it may be any text, and the model takes this message as ours.
    const names = tools.specs.map(({ name }) => name).join(', ')
    const problem = call.problem ?? 'There is no such tool.'
    return { ok: false, message: `${problem} The tools are ${names}.` }
  }
  const { ok, text, image, isInstruction, target } = await running
  const reread = ok ? rereads.note(call, text + (image?.data ?? ''), ledger.sum.steps) : null
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
  { workspace, commands, mcp, tools }: AgentRun,
  { name: called, input }: ToolCall,
  signal: AbortSignal,
): Promise<ToolResult & { readonly target: string }> | undefined {
  const isCalled = ({ name }: { readonly name: string }) => name === called
  const tool = tools.workspace.find(isCalled)
  if (tool !== undefined) return tool.call(input, workspace)
  if (mcp !== undefined && isCalled(mcpTool)) return callMcp(input, mcp, signal)
  return commands && tools.commands.find(isCalled)?.call(input, commands, signal)
}

async function tryFinish(
  { reviews }: AgentRun,
  call: ToolCall,
  { failedBefore, signal }: CallOptions,
): Promise<MadeCall> {
  if (failedBefore) {
    return {
      ok: false,
      message: 'Not finished: a call before it failed. Look at its result, then finish again.',
    }
  }
  const read = readInput(finishTool.name, Finish, call.input)
  if (!read.ok) return { ok: false, message: read.problem }
  const reviewed = await reviews.review(read.input, signal)
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

/** How the diff has changed since the model was last told, with the result of the last call that may have changed it. */
async function addNewChanges(
  { diff }: AgentRun,
  calls: readonly ToolCall[],
  made: MadeCall[],
): Promise<void> {
  const last = made.findLastIndex(({ ok }, index) => ok && !READ_ONLY.has(calls[index]?.name ?? ''))
  const one = made[last]
  if (one === undefined) return
  const changes = await diff.describeNewChanges()
  if (changes !== null) made[last] = { ...one, data: `${one.data ?? ''}\n\nDiff of the run:\n${changes}` }
}

function toResult(
  { delimiters, model }: AgentRun,
  call: ToolCall,
  { ok, sentBack = false, message, data, image, isInstruction = false, target }: MadeCall,
): ToolCallResult {
  const from = truncateLine(`${call.name} ${target ?? ''}`.trim(), 120)
  const wrap = (text: string) =>
    delimiters.wrap(
      isInstruction ? 'instructions' : 'data',
      { from },
      truncate(text, outputLengthFor(model.window)),
    )
  const text = [
    ...(message === undefined ? [] : [message]),
    ...(data === undefined ? [] : [wrap(data)]),
  ].join('\n')
  const shown = image && { ...image, caption: delimiters.wrap('data', { from }, '[the next image]') }
  return { call, ok, sentBack, text, ...(shown && { image: shown }) }
}
