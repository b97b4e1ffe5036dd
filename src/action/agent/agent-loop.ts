import { reason } from '../../contract/reasons.ts'
import type { Instruction } from '../../contract/runner-protocol/assignment.ts'
import type { AskResult } from '../models/conversation/conversation.ts'
import { truncate } from '../text/format.ts'
import type { AgentOutcome } from './agent-host.ts'
import {
  type Agent,
  type AgentRun,
  type AgentState,
  consumptionOf,
  type End,
  openRun,
  reportNote,
  type StepResult,
  takeUpMessages,
} from './agent-run.ts'
import { conclude } from './conclude.ts'
import { executeToolCalls } from './execute-tool-calls.ts'
import { touchedPaths } from './format-tool-call.ts'
import { findReachedLimit, nameTimeLimit, warnNearLimit } from './limits.ts'
import type { AgentTask } from './prompt/agent-task.ts'
import { describeInstruction } from './prompt/describe-project.ts'
import { outputLengthFor, shareFor } from './prompt/window-share.ts'
import type { Review } from './review/reviewer.ts'
import { findBreakdown, findStall, noteAnswer, noteException, warnStall } from './stall-detector.ts'
import { type Finish, finishFromText } from './tools/finish.ts'

/**
 * Works on the task until the model finishes, a limit is reached, the model fails, the host cancels or something fails
 * unexpectedly. A cancel also aborts the request or program that is running. The usage counts in every case.
 */
export async function runAgentLoop(task: AgentTask, agent: Agent): Promise<AgentOutcome> {
  const { run, state: initial } = openRun(task, agent)
  let state = initial
  try {
    if (task.workingDirectory !== undefined) await addInstructions(run, [task.workingDirectory])
    for (;;) {
      const step = await takeStep(run, state)
      state = step.state
      if (step.end !== null) return await conclude(run, state, step.end)
    }
  } catch (error) {
    return conclude(run, state, agent.host.signal.aborted ? { kind: 'cancelled' } : { kind: 'broken', error })
  }
}

type Answered = Extract<AskResult, { kind: 'answered' }>

/** The longest time that a timer of Node can hold. */
const MAX_TIMER_MS = 2 ** 31 - 1

/** One call of the model and the tool calls that it asks for. */
async function takeStep(run: AgentRun, before: AgentState): Promise<StepResult> {
  const { host, task, conversation } = run
  const endWith = (end: End): StepResult => ({ state: before, end })
  if (host.signal.aborted) return endWith({ kind: 'cancelled' })
  const reached = (afterMs = 0) => findReachedLimit(consumptionOf(run, afterMs), task.limits)
  const limit = reached()
  if (limit !== null) return endWith({ kind: 'stopped', reason: limit })
  const state = warnOnce(run, takeUpMessages(run, before) ?? before)
  const signal = AbortSignal.any([host.signal, deadlineOf(run)])
  const answer = await conversation.ask({ signal, mayAskAgain: (afterMs) => reached(afterMs) === null })
  await run.filesWritten
  switch (answer.kind) {
    case 'aborted':
      if (host.signal.aborted) return { state, end: { kind: 'cancelled' } }
      return { state, end: { kind: 'stopped', reason: reached() ?? nameTimeLimit(task.limits) } }
    case 'failed':
      return { state, end: answer }
    case 'answered':
      reportNote(run, answer.text)
      return answer.calls.length === 0
        ? handleNoToolCall(run, state, { answer, signal })
        : handleToolCalls(run, state, { answer, signal })
  }
}

function warnOnce(run: AgentRun, state: AgentState): AgentState {
  const warning = state.isWarned ? null : warnNearLimit(consumptionOf(run), run.task.limits)
  if (warning === null) return state
  run.conversation.addText(warning, 'droppable')
  return { ...state, isWarned: true }
}

function deadlineOf(run: AgentRun): AbortSignal {
  const leftMs = (run.task.limits.seconds - consumptionOf(run).seconds) * 1000
  return AbortSignal.timeout(Math.min(Math.max(1, Math.ceil(leftMs)), MAX_TIMER_MS))
}

async function handleToolCalls(
  run: AgentRun,
  before: AgentState,
  { answer, signal }: { readonly answer: Answered; readonly signal: AbortSignal },
): Promise<StepResult> {
  const { host, conversation } = run
  const { results, finish, mismatch, question, plan } = await executeToolCalls(run, answer.calls, signal)
  if (host.signal.aborted) return { state: before, end: { kind: 'cancelled' } }
  conversation.addToolResults(results)
  const streak = noteAnswer(before.streak, results)
  const state = { ...before, answersWithoutCall: 0, streak, plan: plan ?? before.plan }
  if (finish !== null && mismatch !== null)
    return { state, end: { kind: 'stopped', reason: mismatch, finish } }
  const wanted: End | null =
    finish !== null ? { kind: 'finished', finish } : question !== null ? { kind: 'asked', question } : null
  if (wanted !== null) {
    const withMessages = takeUpMessages(run, state)
    if (withMessages === null) return { state, end: wanted }
    conversation.addText(NEW_PROMPTS, 'droppable')
    return { state: withMessages, end: null }
  }
  const end = endOfStreak(state)
  if (end !== null) return { state, end }
  const warning = warnStall(state.streak)
  if (warning !== null) conversation.addText(warning, 'droppable')
  const touched = results.filter(({ ok }) => ok).flatMap(({ call }) => touchedPaths(call))
  try {
    await addInstructions(run, touched)
  } catch (error) {
    if (host.signal.aborted) return { state, end: { kind: 'cancelled' } }
    host.reportException(error)
  }
  return { state, end: null }
}

function endOfStreak({ streak }: AgentState): End | null {
  const breakdown = findBreakdown(streak)
  if (breakdown !== null) return { kind: 'stopped', reason: reason('action-failed', breakdown) }
  const stall = findStall(streak)
  return stall === null ? null : { kind: 'stopped', reason: reason('agent-stuck', stall) }
}

const NEW_PROMPTS =
  'New prompts came in while you finished or asked, see above. Work on them, then finish again.'

/** Gives the model the instruction files of the folders that it has touched for the first time. */
async function addInstructions(run: AgentRun, touched: readonly string[]): Promise<void> {
  const { conversation, instructions, delimiters } = run
  const { window: current } = conversation.model
  for (const instruction of await instructions.reach(touched)) {
    conversation.addText(describeInstruction(instruction, delimiters), 'pinned', (window) =>
      describeInstruction(shortenFor(window, current, instruction), delimiters),
    )
  }
}

function shortenFor(window: number, before: number, { path, text }: Instruction): Instruction {
  const share = shareFor(window) / shareFor(before)
  return { path, text: truncate(text, Math.floor(text.length * share)) }
}

type SentBack = Extract<Review, { kind: 'sent-back' }>

const REMINDERS = 2

/**
 * After an answer that called no tool: the model is reminded twice. The text of a third answer ends the work like
 * `finish`, and is reviewed like it.
 */
async function handleNoToolCall(
  run: AgentRun,
  before: AgentState,
  { answer, signal }: { readonly answer: Answered; readonly signal: AbortSignal },
): Promise<StepResult> {
  const { conversation, host } = run
  const state = { ...before, answersWithoutCall: before.answersWithoutCall + 1 }
  if (state.answersWithoutCall <= REMINDERS) {
    conversation.addText(REMINDER_AFTER[answer.end], 'droppable')
    return { state, end: null }
  }
  const withMessages = takeUpMessages(run, state)
  if (withMessages !== null) return { state: withMessages, end: null }
  if (answer.end !== 'whole' || answer.text.trim() === '') {
    return { state, end: { kind: 'stopped', reason: reason('agent-stuck', STUCK_AFTER[answer.end]) } }
  }
  const finish = finishFromText(answer.text, run.task)
  if (run.output !== undefined)
    return { state, end: { kind: 'stopped', reason: run.output.missing(), finish } }
  // The model was reminded twice that there is work to do: no change is then what it means.
  const review = await reviewText(run, { ...finish, no_change: true }, signal)
  if (host.signal.aborted) return { state, end: { kind: 'cancelled' } }
  if (typeof review === 'string') {
    const failed = { ...state, streak: noteException(state.streak, review) }
    conversation.addText(REVIEW_FAILED, 'droppable')
    return { state: failed, end: endOfStreak(failed) }
  }
  if (review.kind === 'passed') return { state, end: { kind: 'finished', finish } }
  conversation.addText(describeReview(run, review), 'droppable')
  return { state, end: null }
}

const REVIEW_FAILED = 'The work could not be reviewed because of an error in Prentice. Call finish.'

/** A text: what an exception of the review said. */
async function reviewText(run: AgentRun, finish: Finish, signal: AbortSignal): Promise<Review | string> {
  try {
    return await run.reviews.review(finish, signal)
  } catch (error) {
    return run.host.reportException(error)
  }
}

const REMINDER_AFTER: Readonly<Record<Answered['end'], string>> = {
  whole: 'Your answer called no tool. Call a tool to continue, or finish if the work is done.',
  cut: 'Your answer was cut off at the output limit. Call a tool, and do less in one answer.',
  malformed:
    'Your call was malformed and nothing of it was done. Call the tool again, with less in one call.',
}

const STUCK_AFTER: typeof REMINDER_AFTER = {
  whole: 'the model gave one empty answer after another',
  cut: 'each answer reached the output limit before it called a tool',
  malformed: 'the model wrote one malformed call after another',
}

function describeReview({ delimiters, conversation }: AgentRun, { text, data = '' }: SentBack): string {
  if (data === '') return text
  return `${text}\n${delimiters.wrap('data', { from: 'review' }, truncate(data, outputLengthFor(conversation.model.window)))}`
}
