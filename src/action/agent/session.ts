import type { Instruction } from '../../contract/runner-protocol.ts'
import type { ModelHandle } from '../models/model-handle.ts'
import { type Conversation, openConversation } from '../models/open-conversation.ts'
import type { Workspace } from '../workspace/open-workspace.ts'
import { clipText } from './cap-text.ts'
import type { ChangedFile } from './changed-file.ts'
import { describeTask } from './describe-task.ts'
import { shareFor } from './fit-window.ts'
import { framePrompt } from './frame-prompt.ts'
import type { Spent } from './limits.ts'
import { type Books, openBooks } from './open-books.ts'
import { type Frames, openFrames } from './open-frames.ts'
import { type Instructions, openInstructions } from './open-instructions.ts'
import type { Reviewer, Rounds } from './reviewer.ts'
import { frameSummary, SUMMARY_REQUEST } from './summarizing.ts'
import { SYSTEM_PROMPT } from './system-prompt.ts'
import type { AgentHost, AgentTask } from './task.ts'
import { type Toolset, toolsFor } from './tools/tools-for.ts'
import { FRESH_HEADWAY, type Headway } from './watch-headway.ts'
import { type WorkWatch, watchWork } from './watch-work.ts'

export interface AgentDeps {
  readonly model: ModelHandle
  readonly workspace: Workspace
  readonly host: AgentHost
  /** Asked in this order when the model finishes; a run that a limit ends is not reviewed. */
  readonly reviewers: readonly Reviewer[]
  /** All that changed since the run began. */
  readonly readWork: () => Promise<readonly ChangedFile[]>
  /** Instruction files of one folder below the root. */
  readonly findInstructionsIn: (folder: string) => Promise<readonly Instruction[]>
  /** A few random letters and digits, of this run alone: all that the model reads is framed with it. */
  readonly mark: string
  /** The same for runs that begin alike. */
  readonly cacheKey: string
}

/** One run of the agent while it goes on. */
export interface Session extends AgentDeps {
  readonly task: AgentTask
  readonly conversation: Conversation
  readonly tools: Toolset
  readonly frames: Frames
  readonly instructions: Instructions
  readonly work: WorkWatch
  readonly books: Books
  readonly startedAt: number
  readonly rounds: Rounds
  acknowledged: number
  headway: Headway
  /** Answers in a row that called no tool. */
  silent: number
  warned: boolean
}

export function openSession(task: AgentTask, deps: AgentDeps): Session {
  const { model, host, cacheKey } = deps
  const tools = toolsFor(model.name)
  const frames = openFrames(deps.mark)
  const books = openBooks(model.price, (event) => host.onEvent(event))
  const conversation = openConversation({
    model,
    system: SYSTEM_PROMPT,
    tools: tools.specs,
    cacheKey,
    now: () => host.now(),
    summarizing: { request: SUMMARY_REQUEST, frame: frameSummary(frames) },
    onUsage: books.add,
    record: (line) => host.record(line),
  })
  const share = shareFor(model.window)
  const instructions = openInstructions(task.instructions, deps.findInstructionsIn, share)
  const work = watchWork(deps.readWork)
  const described = describeTask({ ...task, instructions: instructions.root }, frames, share)
  for (const file of described.files) deps.workspace.provide(file.path, file.text)
  conversation.say(described.text, 'lasting')
  return {
    ...deps,
    reviewers: [work.reviewer, ...deps.reviewers],
    ...{ task, conversation, tools, frames, instructions, work, books },
    startedAt: host.now(),
    rounds: new Map(),
    acknowledged: Math.max(0, ...task.prompts.map(({ number }) => number)),
    headway: FRESH_HEADWAY,
    silent: 0,
    warned: false,
  }
}

export const spent = ({ host, startedAt, books }: Session): Spent => ({
  usage: books.sum,
  seconds: (host.now() - startedAt) / 1000,
})

/** Hands messages that came in to the model; says whether there were any. */
export function takeUpMessages(session: Session): boolean {
  const messages = session.host.takeMessages()
  for (const message of messages) {
    const { text, file } = framePrompt(message, session.frames, shareFor(session.model.window))
    if (file !== null) session.workspace.provide(file.path, file.text)
    session.conversation.say(text, 'lasting')
    session.acknowledged = Math.max(session.acknowledged, message.number)
    session.host.onEvent({ type: 'message', number: message.number })
  }
  if (messages.length === 0) return false
  session.headway = FRESH_HEADWAY
  session.silent = 0
  return true
}

/** What the model says beside its calls is news for whoever watches. */
export function noteRemark({ host }: Session, text: string): void {
  if (text.trim() !== '') host.onEvent({ type: 'note', text: clipText(text.trim(), 1000) })
}
