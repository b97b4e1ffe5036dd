import { actOnSentence } from './act-on-sentence.ts'
import { finishWork, type Outcome } from './finish-work.ts'
import { parsePrompt } from './parse-sentence.ts'
import type { Conversation } from './read-conversation.ts'
import { promptFileOf, readWholePrompt } from './read-whole-prompt.ts'
import type { WantedCall } from './sentence-step.ts'

/** The model's next answer: one tool call, or plain text where it was given no tools. */
export type Turn =
  | { readonly kind: 'call'; readonly waitMs: number; readonly call: WantedCall }
  | { readonly kind: 'text'; readonly waitMs: number; readonly text: string }

/** What the sentences looked at so far come to. */
interface Progress {
  waitMs: number
  unknownLines: number
  readonly outcomes: Outcome[]
}

/**
 * Decides the next turn from the conversation alone: the tool calls made so far are handed to the sentences in order,
 * and the first sentence that lacks one gets it. The model holds no state, as a real one holds none.
 */
export function planTurn(conversation: Conversation): Turn {
  const { prompts, calls } = conversation
  const work = workCalls(conversation)
  const progress: Progress = { waitMs: 0, unknownLines: 0, outcomes: [] }
  let used = 0
  for (const prompt of prompts) {
    const whole = readWholePrompt(prompt, calls)
    if ('call' in whole) return answer(conversation, progress, whole.call)
    const { sentences, unknown } = parsePrompt(whole.text)
    progress.unknownLines += unknown.length
    for (const sentence of sentences) {
      if (sentence.kind === 'wait') {
        // Every call made after the sentence was known was made after its wait.
        const reached = Math.max(prompt.callsBefore, (work[used - 1]?.index ?? -1) + 1)
        if (calls.length <= reached) progress.waitMs += sentence.seconds * 1000
        progress.outcomes.push({ sentence, fault: null })
        continue
      }
      const step = actOnSentence(sentence, (n) => work[used + n]?.call ?? null)
      if (step.kind === 'call') return answer(conversation, progress, step.call)
      progress.outcomes.push({ sentence, fault: step.fault })
      used += step.used
    }
  }
  return answer(conversation, progress, null)
}

/** The calls that sentences asked for, with their places among all. */
function workCalls({ prompts, calls }: Conversation) {
  const promptFiles = prompts.map(promptFileOf)
  return calls.flatMap((call, index) => {
    const readsPrompt =
      call.name === 'read' && promptFiles.some((path) => path !== null && path === call.input.path)
    return call.name === 'finish' || readsPrompt ? [] : [{ call, index }]
  })
}

/** Makes the call if it may; else it ends the work, as it does where there is nothing left to call. */
function answer({ tools, forcedTool }: Conversation, progress: Progress, wanted: WantedCall | null): Turn {
  const { outcomes, unknownLines, waitMs } = progress
  const mayCall = wanted && tools.includes(wanted.name) && (forcedTool ?? wanted.name) === wanted.name
  if (mayCall) return { kind: 'call', waitMs, call: wanted }
  const input = finishWork(outcomes, unknownLines)
  const patience = wanted ? 0 : waitMs
  return tools.includes('finish')
    ? { kind: 'call', waitMs: patience, call: { name: 'finish', input } }
    : { kind: 'text', waitMs: patience, text: input.summary }
}
