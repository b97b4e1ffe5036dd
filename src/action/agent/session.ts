import type { Usage } from '../../contract/run.ts'
import { addUsage, noUsage } from '../models/count-cost.ts'
import type { ModelHandle } from '../models/model-handle.ts'
import { type Answer, type Conversation, openConversation } from '../models/open-conversation.ts'
import type { Workspace } from '../workspace/open-workspace.ts'
import { clipText } from './cap-text.ts'
import { describeTask } from './describe-task.ts'
import { framePrompt } from './frame-prompt.ts'
import type { Spent } from './limits.ts'
import type { Reviewer, Rounds } from './reviewer.ts'
import { SYSTEM_PROMPT } from './system-prompt.ts'
import type { AgentHost, AgentTask } from './task.ts'
import { type Toolset, toolsFor } from './tools/tools-for.ts'
import { FRESH_HEADWAY, type Headway } from './watch-headway.ts'

export interface AgentDeps {
  readonly model: ModelHandle
  readonly workspace: Workspace
  readonly host: AgentHost
  /** Asked in this order when the model finishes; a run that a limit ends is not reviewed. */
  readonly reviewers: readonly Reviewer[]
}

/** One run of the agent while it goes on. */
export interface Session extends AgentDeps {
  readonly task: AgentTask
  readonly conversation: Conversation
  readonly tools: Toolset
  readonly startedAt: number
  readonly rounds: Rounds
  usage: Usage
  acknowledged: number
  headway: Headway
  /** Answers in a row that called no tool. */
  silent: number
  warned: boolean
}

export function openSession(task: AgentTask, deps: AgentDeps): Session {
  const tools = toolsFor(deps.model.name)
  const conversation = openConversation(deps.model, SYSTEM_PROMPT, tools.specs)
  const described = describeTask(task)
  for (const file of described.files) deps.workspace.provide(file.path, file.text)
  conversation.say(described.text)
  return {
    ...deps,
    task,
    conversation,
    tools,
    startedAt: deps.host.now(),
    rounds: new Map(),
    usage: noUsage(deps.model.price),
    acknowledged: Math.max(0, ...task.prompts.map(({ number }) => number)),
    headway: FRESH_HEADWAY,
    silent: 0,
    warned: false,
  }
}

export const spent = ({ host, startedAt, usage }: Session): Spent => ({
  usage,
  seconds: (host.now() - startedAt) / 1000,
})

/** Hands messages that came in to the model; says whether there were any. */
export function takeUpMessages(session: Session): boolean {
  const messages = session.host.takeMessages()
  for (const message of messages) {
    const { text, file } = framePrompt(message)
    if (file !== null) session.workspace.provide(file.path, file.text)
    session.conversation.say(text)
    session.acknowledged = Math.max(session.acknowledged, message.number)
    session.host.onEvent({ type: 'message', number: message.number })
  }
  if (messages.length === 0) return false
  session.headway = FRESH_HEADWAY
  session.silent = 0
  return true
}

/** Adds one model call to the books. */
export function recordAnswer(session: Session, answer: Extract<Answer, { kind: 'answered' }>): void {
  session.usage = addUsage(session.usage, answer.usage)
  const { steps: step, inputTokens, outputTokens, costUsd } = session.usage
  session.host.onEvent({ type: 'step', step, inputTokens, outputTokens, costUsd })
  const text = answer.text.trim()
  if (text !== '') session.host.onEvent({ type: 'note', text: clipText(text, 1000) })
}
