import { actOnSentence } from './act-on-sentence.ts'
import { composeOutput } from './compose-output.ts'
import { answerInWords, finishWork, type SentenceResult } from './finish-work.ts'
import { forEachFile, type ParsedPrompt, parsePrompt, type Sentence } from './parse-sentence.ts'
import type { Conversation } from './read-conversation.ts'
import { promptFileOf, readWholePrompt } from './read-whole-prompt.ts'
import { reviewChanges } from './review-changes.ts'
import type { PlannedCall } from './sentence-step.ts'

/** The model's next answer: one tool call, or plain text if it has no tools. */
export type Answer =
  | { readonly kind: 'call'; readonly waitMs: number; readonly call: PlannedCall }
  | { readonly kind: 'text'; readonly waitMs: number; readonly text: string }

/** The prompt of a job that brings a branch up to date with its base. */
const UPDATE = 'Bring the branch up to date with its base: resolve the merge conflicts.'

/** A line of the prompt that stands for a review. */
const REVIEW = /^This is a review of pull request #\d+\b/m

const resolveAll = ({ conflicts }: Conversation): ParsedPrompt => ({
  sentences: conflicts.map((path) => ({ kind: 'resolve', path })),
  unknown: [],
})

const parseFor = (text: string, { files }: Conversation): ParsedPrompt => {
  const { sentences, unknown } = parsePrompt(text)
  const expanded = sentences.map((sentence) => forEachFile(sentence, files))
  const withoutFiles = expanded.filter((each) => each === null).map(() => 'each file')
  return { sentences: expanded.flatMap((each) => each ?? []), unknown: [...unknown, ...withoutFiles] }
}

/** The results of the sentences that were evaluated so far. */
interface Progress {
  waitMs: number
  unknownLines: number
  readonly results: SentenceResult[]
}

/**
 * Derives the next answer from the conversation alone. The tool calls so far belong to the sentences in their order, and
 * the first sentence that lacks a call gets it. Like a real model, this one is stateless.
 */
export function planAnswer(conversation: Conversation): Answer {
  const { prompts, calls } = conversation
  const work = workCalls(conversation)
  const progress: Progress = { waitMs: 0, unknownLines: 0, results: [] }
  let used = 0
  for (const [at, prompt] of prompts.entries()) {
    const whole = readWholePrompt(prompt, calls)
    if ('call' in whole) return answerWith(conversation, progress, whole.call)
    const { sentences: said, unknown } =
      whole.text === UPDATE ? resolveAll(conversation) : parseFor(whole.text, conversation)
    if (at > 0 && said.length === 0 && asksFor(prompts[at - 1]?.text)) continue
    const sentences = said.map((sentence) => chooseBy(prompts[at + 1]?.text, sentence, conversation))
    // An issue, a log and a review hold more than sentences for the model. It is lost only if there are none.
    const isProse = prompt.isReferred || REVIEW.test(whole.text)
    if (!isProse || sentences.length === 0) progress.unknownLines += unknown.length
    for (const sentence of sentences) {
      if (sentence.kind === 'output') {
        progress.results.push({ sentence, error: null })
        continue
      }
      if (sentence.kind === 'wait') {
        // Every call after the sentence was known was made after its wait.
        const reached = Math.max(prompt.callsBefore, (work[used - 1]?.index ?? -1) + 1)
        if (calls.length <= reached) progress.waitMs += sentence.seconds * 1000
        progress.results.push({ sentence, error: null })
        continue
      }
      if (isReading(conversation) && sentence.kind !== 'show') {
        progress.results.push({ sentence, error: null })
        continue
      }
      if (sentence.kind === 'choose')
        return answerWith(conversation, progress, askAbout(sentence, work.length))
      const step = actOnSentence(sentence, (n) => work[used + n]?.call ?? null)
      if (step.kind === 'call') return answerWith(conversation, progress, step.call)
      progress.results.push({ sentence, error: step.error, shown: step.shown })
      used += step.used
    }
  }
  return answerWith(conversation, progress, null)
}

type Choice = Extract<Sentence, { kind: 'choose' }>

const asksFor = (text = ''): boolean => parsePrompt(text).sentences.some(({ kind }) => kind === 'choose')

/** The next prompt is the answer, the number of a choice or a text. A run that may not ask takes the first choice. */
function chooseBy(answer: string | undefined, sentence: Sentence, { tools }: Conversation): Sentence {
  if (sentence.kind !== 'choose' || (answer === undefined && tools.includes('ask'))) return sentence
  const { path, choices } = sentence
  const chosen = choices[Number(answer?.trim() ?? 1) - 1]
  return { kind: 'create', path, text: chosen ?? answer?.trim() ?? '' }
}

/** The agent takes no question before something was looked up. */
const askAbout = ({ path, choices }: Choice, calls: number): PlannedCall =>
  calls === 0
    ? { name: 'list', input: { path: '.' } }
    : { name: 'ask', input: { question: `Which text is ${path} to have?`, choices: [...choices] } }

/** The run has a mode: nothing can be changed. */
const isReading = ({ tools }: Conversation): boolean => tools.includes('finish') && !tools.includes('edit')

/** The parameter `output`, if one is asked for: as the prompt gives it, or the least that the schema allows. */
function outputOf({ outputSchema }: Conversation, results: readonly SentenceResult[]): { output?: string } {
  if (outputSchema === null) return {}
  const given = results.map(({ sentence }) => sentence).findLast((sentence) => sentence.kind === 'output')
  return { output: given?.text ?? JSON.stringify(composeOutput(outputSchema)) }
}

/** The calls that belong to sentences, with their indexes among all calls. */
function workCalls({ prompts, calls }: Conversation) {
  const promptFiles = prompts.map(promptFileOf)
  return calls.flatMap((call, index) => {
    const readsPrompt =
      call.name === 'read' && promptFiles.some((path) => path !== null && path === call.input.path)
    return call.name === 'finish' || readsPrompt ? [] : [{ call, index }]
  })
}

/** Makes the call if it is allowed. Otherwise, or if there is nothing left to call, ends the work. */
function answerWith(conversation: Conversation, progress: Progress, planned: PlannedCall | null): Answer {
  const { tools, forcedTool } = conversation
  const { results, unknownLines, waitMs } = progress
  const mayCall = planned && tools.includes(planned.name) && (forcedTool ?? planned.name) === planned.name
  if (mayCall) return { kind: 'call', waitMs, call: planned }
  const words =
    conversation.changes !== null
      ? reviewChanges(conversation.changes)
      : isReading(conversation)
        ? answerInWords(results, unknownLines)
        : finishWork(results, unknownLines)
  const input = { ...words, ...outputOf(conversation, results) }
  const finishWaitMs = planned ? 0 : waitMs
  return tools.includes('finish')
    ? { kind: 'call', waitMs: finishWaitMs, call: { name: 'finish', input } }
    : { kind: 'text', waitMs: finishWaitMs, text: input.summary }
}
