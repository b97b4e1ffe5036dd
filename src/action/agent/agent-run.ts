import type { Question } from '../../contract/question.ts'
import type { Reason } from '../../contract/reasons.ts'
import type { Instruction } from '../../contract/runner-protocol/assignment.ts'
import { type Conversation, openConversation } from '../models/conversation/conversation.ts'
import type { ModelHandle } from '../models/providers/open-model.ts'
import type { SpentQuota } from '../models/request/ask-with-retries.ts'
import type { Workspace } from '../workspace/workspace.ts'
import type { AgentHost } from './agent-host.ts'
import { type Consumption, openUsageLedger, type UsageLedger } from './limits.ts'
import type { AgentTask } from './prompt/agent-task.ts'
import { createDelimiters, type Delimiters, delimitPrompts, promptFile } from './prompt/delimiters.ts'
import { skillPath } from './prompt/describe-project.ts'
import { fitRoot, type InstructionFiles, openInstructionFiles } from './prompt/instruction-files.ts'
import { delimitSummary, SUMMARY_REQUEST, systemPrompt } from './prompt/system-prompt.ts'
import { taskPrompt } from './prompt/task-prompt.ts'
import { shareFor, weightedLength } from './prompt/window-share.ts'
import { type ChangedFile, createDiffReviewer, type DiffReviewer } from './review/diff-reviewer.ts'
import { openReviews, type Reviewer, type Reviews } from './review/reviewer.ts'
import { type CallStreak, NO_STREAK, openRereadNotes, type RereadNotes } from './stall-detector.ts'
import type { Commands } from './tools/command-tools.ts'
import { type Ending, endingOf, type Finish } from './tools/finish.ts'
import type { McpServers } from './tools/mcp.ts'
import type { OutputTaker } from './tools/output.ts'
import type { Plan } from './tools/plan.ts'
import { type Toolset, toolsFor } from './tools/toolset.ts'

/** Room for all messages that arrive while the agent works, in characters of English. */
const MESSAGES_LENGTH = 60_000

/** What an agent is made of. */
export interface Agent {
  readonly model: ModelHandle
  /** Continue in this order if the model is not available. Absent: the job names none. */
  readonly fallbacks?: readonly ModelHandle[]
  readonly workspace: Workspace
  /** The first request to the model does not wait for the files. Absent: they are there. */
  readonly filesWritten?: Promise<unknown>
  /** Absent: the agent can run none. */
  readonly commands?: Commands
  /** Absent: there are none. */
  readonly mcp?: McpServers
  /** Absent: no output is asked for. */
  readonly output?: OutputTaker
  readonly host: AgentHost
  /** Asked in this order when the model finishes. A run that a limit ends is not reviewed. */
  readonly reviewers: readonly Reviewer[]
  /** Everything that changed since the run began. */
  readonly readWork: () => Promise<readonly ChangedFile[]>
  /** The instruction files of one folder below the root. */
  readonly findInstructionsIn: (folder: string) => Promise<readonly Instruction[]>
  /** Whether the agent may show a checklist. */
  readonly canShowPlan?: boolean
  /** Whether the agent may end the run with a question. */
  readonly canAsk?: boolean
  /** A few random letters and digits, unique to this run. They stand in every delimiter that the model reads. */
  readonly nonce: string
  /** The same for runs that begin alike. */
  readonly cacheKey: string
  /** From 0 up to 1, another one each time. */
  readonly random: () => number
}

/** One run of an agent: what it works with. What changes from step to step is in `AgentState`. */
export interface AgentRun extends Omit<Agent, 'model' | 'fallbacks'> {
  readonly task: AgentTask
  readonly conversation: Conversation
  readonly tools: Toolset
  readonly ending: Ending
  readonly delimiters: Delimiters
  readonly instructions: InstructionFiles
  readonly diff: DiffReviewer
  readonly reviews: Reviews
  readonly rereads: RereadNotes
  readonly ledger: UsageLedger
  readonly startedAt: number
}

export interface AgentState {
  /** The highest number of a prompt that the model was given. */
  readonly acknowledged: number
  /** How much room in the conversation is left for messages. One that does not fit says where to read it. */
  readonly messageRoom: number
  readonly streak: CallStreak
  /** Answers in a row that called no tool. */
  readonly answersWithoutCall: number
  /** Whether the model was told that a limit is near. */
  readonly isWarned: boolean
  /** As the model last showed it; `null`: it has shown none. */
  readonly plan: Plan | null
}

export interface StepResult {
  readonly state: AgentState
  /** `null`: the work continues. */
  readonly end: End | null
}

/** How the work ended. */
export type End =
  | { readonly kind: 'finished'; readonly finish: Finish }
  | { readonly kind: 'asked'; readonly question: Question }
  /** By a limit, or because the agent was stuck. Its changes count; `finish`: it has described them. */
  | { readonly kind: 'stopped'; readonly reason: Reason; readonly finish?: Finish }
  /** The model can no longer be asked. Its changes count too. */
  | { readonly kind: 'failed'; readonly reason: Reason; readonly quota?: SpentQuota }
  | { readonly kind: 'cancelled' }
  /** By an error that no tool reports to the model. Nothing is published. */
  | { readonly kind: 'broken'; readonly error: unknown }

export function openRun(task: AgentTask, agent: Agent): { run: AgentRun; state: AgentState } {
  const { model, fallbacks, workspace, commands, host } = agent
  const tools = toolsFor(model.name, {
    plan: agent.canShowPlan,
    check: (commands?.checks ?? []).length > 0,
    run: commands?.canRun,
    mcp: agent.mcp !== undefined,
    ask: agent.canAsk,
    mode: task.mode,
    output: agent.output !== undefined,
  })
  const delimiters = createDelimiters(agent.nonce)
  const rereads = openRereadNotes()
  const ledger = openUsageLedger(model, (event) => host.onEvent(event), fallbacks !== undefined)
  const conversation = openConversation({
    model,
    fallbacks: fallbacks ?? [],
    system: systemPrompt(task.mode),
    tools: tools.specs,
    cacheKey: agent.cacheKey,
    now: () => host.now(),
    random: agent.random,
    summarizing: { request: SUMMARY_REQUEST, delimit: delimitSummary(delimiters) },
    onUsage: ledger.add,
    onForgotten: rereads.forget,
    onFallback: (fallback) => host.onEvent({ type: 'fallback', ...fallback }),
    onRetry: ({ why, retry, next, until }, { host: server }) =>
      host.onEvent({
        ...{ type: 'retry', host: server, why, retry },
        next: new Date(next).toISOString(),
        until: until === null ? null : new Date(until).toISOString(),
      }),
    record: (line) => host.record(line),
  })
  const share = shareFor(model.window)
  const instructions = openInstructionFiles(task.instructions, agent.findInstructionsIn, share)
  const diff = createDiffReviewer(agent.readWork)
  const reviews = openReviews([diff.reviewer, ...agent.reviewers])
  const describe = (part: number) =>
    taskPrompt({ ...task, instructions: fitRoot(task.instructions, part) }, delimiters, part)
  const { text, files } = describe(share)
  for (const file of files) workspace.provide(file.path, file.text)
  for (const { path, text } of (task.skills ?? []).flatMap(({ files }) => files))
    workspace.provide(skillPath(path), text, { isInstruction: true })
  conversation.addText(text, 'pinned', (window) => describe(shareFor(window)).text)
  const ending = endingOf(task.mode, agent.output !== undefined)
  const parts = { conversation, tools, ending, delimiters, instructions, diff, reviews, rereads, ledger }
  const run: AgentRun = { ...agent, ...parts, task, startedAt: host.now() }
  showImages(run)
  return {
    run,
    state: {
      acknowledged: Math.max(0, ...task.prompts.map(({ number }) => number)),
      messageRoom: MESSAGES_LENGTH * share,
      streak: NO_STREAK,
      answersWithoutCall: 0,
      isWarned: false,
      plan: null,
    },
  }
}

/** They can be read again when the conversation no longer has them. */
function showImages({ task, conversation, delimiters, workspace }: AgentRun): void {
  const shown = (task.images ?? []).flatMap(({ of, path, text, image }) => {
    workspace.provide(path, text, image && { image })
    return image ? [{ ...image, caption: delimiters.wrap('data', { of, path }, '[the next image]') }] : []
  })
  conversation.addImages(shown)
}

/** `afterMs`: what it will be then, if nothing else is used until that time. */
export const consumptionOf = ({ host, startedAt, ledger }: AgentRun, afterMs = 0): Consumption => ({
  usage: { ...ledger.sum, costUsd: ledger.knownUsd },
  seconds: (host.now() + afterMs - startedAt) / 1000,
})

/** Gives the model the messages that have arrived; `null`: there are none. */
export function takeUpMessages(run: AgentRun, state: AgentState): AgentState | null {
  const messages = run.host.takeMessages()
  if (messages.length === 0) return null
  const room = state.messageRoom
  const share = shareFor(run.conversation.model.window)
  const write = (part: number) => delimitPrompts(messages, run.delimiters, room * part)
  const texts = write(1)
  for (const [index, text] of texts.entries()) {
    run.conversation.addText(text, 'pinned', (window) => write(shareFor(window) / share)[index] ?? text)
  }
  for (const message of messages) {
    const { path, text } = promptFile(message)
    run.workspace.provide(path, text)
    run.host.onEvent({ type: 'message', number: message.number })
  }
  return {
    ...state,
    acknowledged: Math.max(state.acknowledged, ...messages.map(({ number }) => number)),
    messageRoom: texts.reduce((left, text) => left - weightedLength(text), room),
    streak: NO_STREAK,
    answersWithoutCall: 0,
  }
}

/** Reports the text that the model writes next to its calls. */
export function reportNote({ host }: AgentRun, text: string): void {
  if (text.trim() !== '') host.onEvent({ type: 'note', text: text.trim() })
}
