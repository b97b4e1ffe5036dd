import { type Sentence, UNDERSTOOD } from './parse-sentence.ts'

/** What became of a sentence; `fault` is what the tool said. */
export interface Outcome {
  readonly sentence: Sentence
  readonly fault: string | null
}

const TITLE_LIMIT = 70
const FAULT_LIMIT = 300
/** The agent's own limits are wider. */
const TEXT_LIMIT = 4000

/** Arguments of the tool that ends the work. They name paths and never quote a text of the prompt. */
export function finishWork(outcomes: readonly Outcome[], unknownLines: number) {
  const done = outcomes.filter(({ sentence, fault }) => fault === null && sentence.kind !== 'wait')
  const failed = outcomes.filter(({ fault }) => fault !== null)
  const notes = [
    ...failed.map(({ sentence, fault }) => `Not done: ${describe(sentence)}: ${firstLineOf(fault ?? '')}`),
    ...(unknownLines > 0 ? [`${countOf(unknownLines, 'line')} I did not understand. ${UNDERSTOOD}.`] : []),
    ...(outcomes.length + unknownLines === 0 ? [`There was nothing to do. ${UNDERSTOOD}.`] : []),
  ]
  const did = done.map(({ sentence }) => `${describe(sentence)}.`)
  const title = titleOf(done.map(({ sentence }) => sentence))
  return {
    title,
    body:
      [...did.map((line) => `- ${line}`), ...notes.map((note) => `\n${note}`)]
        .join('\n')
        .slice(0, TEXT_LIMIT) || title,
    commit_message: [title, ...(did.length > 1 ? ['', ...did] : [])].join('\n').slice(0, TEXT_LIMIT),
    // Without it an agent asks back whether that is right.
    ...(done.length === 0 && { no_change: true }),
    summary:
      [...did, ...notes].join(' ').slice(0, TEXT_LIMIT) || 'I waited as asked; there was nothing to change.',
  }
}

function titleOf(sentences: readonly Sentence[]): string {
  const [only] = sentences
  if (!only) return 'Change nothing'
  const paths = [...new Set(sentences.map(pathOf))]
  const title = sentences.length === 1 ? describe(only) : `Change ${paths.join(', ')}`
  return title.length <= TITLE_LIMIT ? title : `Change ${countOf(paths.length, 'file')}`
}

function describe(sentence: Sentence): string {
  switch (sentence.kind) {
    case 'replace':
      return `Replace a text in ${sentence.path}`
    case 'create':
      return `Create ${sentence.path}`
    case 'append':
      return `Append to ${sentence.path}`
    case 'delete':
      return `Delete ${sentence.path}`
    case 'wait':
      return `Wait ${countOf(sentence.seconds, 'second')}`
  }
}

/** What a tool says below is advice for the model. */
const firstLineOf = (fault: string): string => (fault.split('\n', 1)[0] ?? '').slice(0, FAULT_LIMIT)

const pathOf = (sentence: Sentence): string => (sentence.kind === 'wait' ? '' : sentence.path)

const countOf = (count: number, thing: string): string => `${count} ${thing}${count === 1 ? '' : 's'}`
