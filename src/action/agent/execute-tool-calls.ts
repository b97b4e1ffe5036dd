import type { Question } from '../../contract/question.ts'
import type { Reason } from '../../contract/reasons.ts'
import { readInput, type ToolCall } from '../models/tool-calls/tool-spec.ts'
import { truncate, truncateLine } from '../text/format.ts'
import type { Image, ToolResult } from '../workspace/files/tool-result.ts'
import type { AgentRun } from './agent-run.ts'
import { outputLengthFor } from './prompt/window-share.ts'
import type { ExecutedCall } from './stall-detector.ts'
import { Asked, askTool } from './tools/ask.ts'
import { checkTool } from './tools/command-tools.ts'
import { type Finish, finishTool } from './tools/finish.ts'
import { callMcp, mcpTool } from './tools/mcp.ts'
import { LAST_MISS, NO_MATCH } from './tools/output.ts'
import { Plan, planTool } from './tools/plan.ts'

export interface ExecutedCalls {
  /** One for each call, in their order. */
  readonly results: readonly ExecutedCall[]
  /** What an accepted `finish` said. */
  readonly finish: Finish | null
  /** Why the run ends with it all the same: its output does not match. */
  readonly mismatch: Reason | null
  /** What an accepted `ask` said. */
  readonly question: Question | null
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
    const before = {
      failed: made.some(({ ok }) => !ok),
      finished: made.some(({ finish, question }) => finish ?? question),
    }
    if (signal.aborted || before.finished) {
      made.push(NOT_DONE)
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
      target: one.target ?? one.why ?? '',
      ok: one.ok,
    })
  }
  if (!signal.aborted) await addNewChanges(run, calls, { made, signal })
  const results = calls.flatMap((call, index) => {
    const one = made[index]
    return one === undefined ? [] : [toResult(run, call, one)]
  })
  return {
    results,
    finish: made.find(({ finish }) => finish)?.finish ?? null,
    mismatch: made.find(({ mismatch }) => mismatch)?.mismatch ?? null,
    question: made.find(({ question }) => question)?.question ?? null,
    plan: made.findLast(({ plan }) => plan)?.plan ?? null,
  }
}

interface MadeCall {
  readonly ok: boolean
  /** Text that Prentice wrote, which the model may trust. */
  readonly message?: string
  /** Text of files or programs, or mixed with it. */
  readonly data?: string
  readonly image?: Image
  /** True: `data` says how work is done in this repository. */
  readonly isInstruction?: boolean
  readonly target?: string
  /** For people: why a `finish` was refused. */
  readonly why?: string
  readonly sentBack?: boolean
  readonly finish?: Finish
  readonly mismatch?: Reason
  readonly question?: Question
  readonly plan?: Plan
  readonly exception?: string
}

const NOT_DONE: MadeCall = { ok: false, message: 'Not done: the work had ended.' }

interface CallOptions {
  /** Whether a call before it, in the same answer, failed. */
  readonly failedBefore: boolean
  readonly signal: AbortSignal
}

/** An exception is a refused call: whatever a model sends, the run continues. */
async function makeCall(run: AgentRun, call: ToolCall, options: CallOptions): Promise<MadeCall> {
  try {
    return await chooseCall(run, call, options)
  } catch (error) {
    if (options.signal.aborted) return NOT_DONE
    const exception = run.host.reportException(error)
    return { ok: false, message: FAILED_UNEXPECTEDLY, data: exception, exception }
  }
}

const FAILED_UNEXPECTEDLY =
  'The call failed because of an error in Prentice, and nothing of it was done. Do it in another way.'

function chooseCall(run: AgentRun, call: ToolCall, options: CallOptions): MadeCall | Promise<MadeCall> {
  const isOffered = run.tools.specs.some(({ name }) => name === call.name)
  if (call.problem === null && isOffered) {
    if (call.name === finishTool.name) return tryFinish(run, call, options)
    if (call.name === planTool.name) return showPlan(run, call)
    if (call.name === askTool.name) return takeQuestion(run, call, options)
  }
  return callTool(run, call, options.signal)
}

function showPlan({ host }: AgentRun, call: ToolCall): MadeCall {
  const read = readInput(planTool.name, Plan, call.input)
  if (!read.ok) return { ok: false, message: read.problem }
  host.onEvent({ type: 'plan', items: read.input.items })
  return { ok: true, message: 'Shown.', plan: read.input }
}

/** In the first answer of the model, nothing was looked up yet. */
function takeQuestion({ ledger }: AgentRun, call: ToolCall, { failedBefore }: CallOptions): MadeCall {
  if (ledger.sum.steps <= 1 || failedBefore) return { ok: false, message: LOOK_FIRST }
  const read = readInput(askTool.name, Asked, call.input)
  return read.ok
    ? { ok: true, message: 'Asked.', question: read.input }
    : { ok: false, message: read.problem }
}

const LOOK_FIRST =
  'Not asked. Look for the answer in the repository, and work on all that does not depend on it; then ask.'

async function callTool(run: AgentRun, call: ToolCall, signal: AbortSignal): Promise<MadeCall> {
  const { tools, rereads, ledger } = run
  const running = call.problem === null ? startTool(run, call, signal) : undefined
  if (running === undefined) {
    // The name that was called is left out: it may be any text, and the model takes this message as ours.
    const names = tools.specs.map(({ name }) => name).join(', ')
    const problem = call.problem ?? 'There is no such tool.'
    const why = run.task.mode === undefined ? '' : READS_ONLY
    return { ok: false, message: `${problem} The tools are ${names}.${why}` }
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

const READS_ONLY = ' Nothing is changed in this run: say in the summary what you would change.'

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
  { reviews, ending, output }: AgentRun,
  call: ToolCall,
  { failedBefore, signal }: CallOptions,
): Promise<MadeCall> {
  if (failedBefore) {
    return {
      ok: false,
      why: 'a call before it failed',
      message: 'Not finished: a call before it failed. Look at its result, then finish again.',
    }
  }
  const read = readInput(finishTool.name, ending.input, call.input)
  if (!read.ok) return { ok: false, why: 'its input is not valid', message: read.problem }
  const taken = output?.take(call.input)
  if (taken?.kind === 'missed') {
    const { details, failed } = taken
    const missed = { ok: false, why: 'the output does not match its schema', data: details }
    if (failed === null) return { ...missed, message: NO_MATCH }
    return { ...missed, message: LAST_MISS, finish: read.input, mismatch: failed }
  }
  const reviewed = await reviews.review(read.input, signal)
  if (reviewed.kind === 'passed') {
    const finish = taken === undefined ? read.input : { ...read.input, output: taken.output }
    return { ok: true, message: 'Finished.', finish }
  }
  const { text: message, why, data = '' } = reviewed
  return { ok: false, sentBack: true, why, message, ...(data !== '' && { data }) }
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
  askTool.name,
  finishTool.name,
])

/** How the diff has changed since the model was last told, with the result of the last call that may have changed it. */
async function addNewChanges(
  { diff, host }: AgentRun,
  calls: readonly ToolCall[],
  { made, signal }: { readonly made: MadeCall[]; readonly signal: AbortSignal },
): Promise<void> {
  const last = made.findLastIndex(({ ok }, index) => ok && !READ_ONLY.has(calls[index]?.name ?? ''))
  const one = made[last]
  if (one === undefined) return
  const add = (more: string) => ({ ...one, data: `${one.data ?? ''}\n\n${more}` })
  try {
    const changes = await diff.describeNewChanges()
    if (changes !== null) made[last] = add(`Diff of the run:\n${changes}`)
  } catch (error) {
    if (signal.aborted) return
    const exception = host.reportException(error)
    made[last] = { ...add(`The diff of the run could not be read: ${exception}`), exception }
  }
}

function toResult(
  { delimiters, conversation }: AgentRun,
  call: ToolCall,
  { ok, sentBack = false, message, data, image, isInstruction = false, target, exception }: MadeCall,
): ExecutedCall {
  const from = truncateLine(`${call.name} ${target ?? ''}`.trim(), 120)
  const cut = (text: string) => truncate(text, outputLengthFor(conversation.model.window))
  const wrap = (text: string) => delimiters.wrap(isInstruction ? 'instructions' : 'data', { from }, cut(text))
  const text = [
    ...(message === undefined ? [] : [cut(message)]),
    ...(data === undefined ? [] : [wrap(data)]),
  ].join('\n')
  const shown = image && { ...image, caption: delimiters.wrap('data', { from }, '[the next image]') }
  return {
    call,
    ok,
    sentBack,
    text,
    ...(shown && { image: shown }),
    ...(exception !== undefined && { exception }),
  }
}
