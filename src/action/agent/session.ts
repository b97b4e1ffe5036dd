import type { Reason } from '../../contract/reasons.ts'
import type { Instruction } from '../../contract/runner-protocol.ts'
import { type Conversation, openConversation } from '../models/conversation/conversation.ts'
import type { ModelHandle } from '../models/providers/model-handle.ts'
import type { Workspace } from '../workspace/workspace.ts'
import type { AgentHost } from './agent-host.ts'
import type { Spent } from './limits.ts'
import type { AgentTask } from './prompt/agent-task.ts'
import { shareFor, weigh } from './prompt/context-budget.ts'
import { createDelimiters, type Delimiters } from './prompt/delimiters.ts'
import { framePrompts, promptFile } from './prompt/frame-prompt.ts'
import { fitRoot, type InstructionFiles, openInstructionFiles } from './prompt/instruction-files.ts'
import { frameSummary, SUMMARY_REQUEST } from './prompt/summary-prompt.ts'
import { SYSTEM_PROMPT } from './prompt/system-prompt.ts'
import { taskPrompt } from './prompt/task-prompt.ts'
import { openRereadNotes, type RereadNotes } from './reread-notes.ts'
import type { ChangedFile } from './review/changed-file.ts'
import { createDiffReviewer, type DiffReviewer } from './review/diff-reviewer.ts'
import type { Reviewer, Rounds } from './review/reviewer.ts'
import { NO_PROGRESS_YET, type Progress } from './stall-detector.ts'
import type { Finish } from './tools/finish.ts'
import { type Toolset, toolsFor } from './tools/tools-for.ts'
import { openUsageLedger, type UsageLedger } from './usage-ledger.ts'

/** Of all messages that come in while the agent works, in characters of English. */
const MESSAGES_LENGTH = 60_000

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
  /** From 0 up to 1, another one each time. */
  readonly chance: () => number
}

/** One run of the agent while it goes on. */
export interface Session extends AgentDeps {
  readonly task: AgentTask
  readonly conversation: Conversation
  readonly tools: Toolset
  readonly frames: Delimiters
  readonly instructions: InstructionFiles
  readonly work: DiffReviewer
  readonly rereads: RereadNotes
  readonly books: UsageLedger
  readonly startedAt: number
  readonly rounds: Rounds
  acknowledged: number
  /** What messages may still take up in the conversation; of one that finds no room it says where to read it. */
  messageRoom: number
  headway: Progress
  /** Answers in a row that called no tool. */
  silent: number
  warned: boolean
}

export function openSession(task: AgentTask, deps: AgentDeps): Session {
  const { model, host, cacheKey } = deps
  const tools = toolsFor(model.name)
  const frames = createDelimiters(deps.mark)
  const rereads = openRereadNotes()
  const books = openUsageLedger(model.price, (event) => host.onEvent(event))
  const conversation = openConversation({
    model,
    system: SYSTEM_PROMPT,
    tools: tools.specs,
    cacheKey,
    now: () => host.now(),
    chance: deps.chance,
    summarizing: { request: SUMMARY_REQUEST, frame: frameSummary(frames) },
    onUsage: books.add,
    onForgotten: rereads.forget,
    record: (line) => host.record(line),
  })
  const share = shareFor(model.window)
  const instructions = openInstructionFiles(task.instructions, deps.findInstructionsIn, share)
  const work = createDiffReviewer(deps.readWork)
  const describe = (part: number) =>
    taskPrompt({ ...task, instructions: fitRoot(task.instructions, part) }, frames, part)
  const { text, files } = describe(share)
  for (const file of files) deps.workspace.provide(file.path, file.text)
  conversation.say(text, 'lasting', (window) => describe(shareFor(window)).text)
  return {
    ...deps,
    reviewers: [work.reviewer, ...deps.reviewers],
    ...{ task, conversation, tools, frames, instructions, work, rereads, books },
    messageRoom: MESSAGES_LENGTH * share,
    startedAt: host.now(),
    rounds: new Map(),
    acknowledged: Math.max(0, ...task.prompts.map(({ number }) => number)),
    headway: NO_PROGRESS_YET,
    silent: 0,
    warned: false,
  }
}

/** `afterMs`: so much later, if nothing else is used till then. */
export const spent = ({ host, startedAt, books }: Session, afterMs = 0): Spent => ({
  usage: books.sum,
  seconds: (host.now() + afterMs - startedAt) / 1000,
})

/** Hands messages that came in to the model; says whether there were any. */
export function takeUpMessages(session: Session): boolean {
  const messages = session.host.takeMessages()
  const room = session.messageRoom
  const share = shareFor(session.model.window)
  const write = (part: number) => framePrompts(messages, session.frames, room * part)
  for (const [index, text] of write(1).entries()) {
    session.conversation.say(text, 'lasting', (window) => write(shareFor(window) / share)[index] ?? text)
    session.messageRoom -= weigh(text)
  }
  for (const message of messages) {
    const { path, text } = promptFile(message)
    session.workspace.provide(path, text)
    session.acknowledged = Math.max(session.acknowledged, message.number)
    session.host.onEvent({ type: 'message', number: message.number })
  }
  if (messages.length === 0) return false
  session.headway = NO_PROGRESS_YET
  session.silent = 0
  return true
}

/** What the model says beside its calls is news for whoever watches. */
export function noteRemark({ host }: Session, text: string): void {
  if (text.trim() !== '') host.onEvent({ type: 'note', text: text.trim() })
}

/** How the work ended. */
export type End =
  | { readonly kind: 'finished'; readonly finish: Finish }
  /** By a limit or for want of headway: what there is still counts. */
  | { readonly kind: 'stopped'; readonly reason: Reason }
  /** The model answers no more; what there is counts, too. */
  | { readonly kind: 'failed'; readonly reason: Reason }
  | { readonly kind: 'cancelled' }
