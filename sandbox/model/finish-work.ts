import { type Sentence, UNDERSTOOD } from './parse-sentence.ts'

/** How a sentence ended; `error` is the message of the tool. */
export interface SentenceResult {
  readonly sentence: Sentence
  readonly error: string | null
}

const TITLE_LIMIT = 70
const ERROR_LIMIT = 300
/** The agent's own limits are wider. */
const TEXT_LIMIT = 4000

/** The arguments of the tool that ends the work. They name paths, but never quote texts from the prompt. */
export function finishWork(results: readonly SentenceResult[], unknownLines: number) {
  const done = results.filter(({ sentence, error }) => error === null && sentence.kind !== 'wait')
  const failed = results.filter(({ error }) => error !== null)
  const notes = [
    ...failed.map(({ sentence, error }) => `Not done: ${describe(sentence)}: ${firstLineOf(error ?? '')}`),
    ...(unknownLines > 0 ? [`I did not understand ${countOf(unknownLines, 'line')}. ${UNDERSTOOD}.`] : []),
    ...(results.length + unknownLines === 0 ? [`There was nothing to do. ${UNDERSTOOD}.`] : []),
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
    files: whyFilesChanged(done.map(({ sentence }) => sentence)),
    // Without it, the agent asks for a confirmation.
    ...(done.length === 0 && { no_change: true }),
    summary:
      [...did, ...notes].join(' ').slice(0, TEXT_LIMIT) ||
      'I waited as requested. There was nothing to change.',
  }
}

/** One line for each file, which says what each sentence did to it. */
function whyFilesChanged(sentences: readonly Sentence[]) {
  const byPath = Map.groupBy(sentences, pathOf)
  return [...byPath].map(([path, of]) => ({
    path,
    why: [...new Set(of.map(({ kind }) => WHY[kind]))].join('; '),
  }))
}

const WHY: Readonly<Record<Sentence['kind'], string>> = {
  replace: 'replaces the text that the prompt names',
  create: 'has the text of the prompt',
  append: 'ends with the text of the prompt',
  delete: 'is no longer wanted',
  resolve: 'keeps the lines of both branches',
  wait: '',
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
    case 'resolve':
      return `Resolve the conflict in ${sentence.path}`
    case 'wait':
      return `Wait ${countOf(sentence.seconds, 'second')}`
  }
}

/** The further lines of a tool's message are advice for the model. */
const firstLineOf = (error: string): string => (error.split('\n', 1)[0] ?? '').slice(0, ERROR_LIMIT)

const pathOf = (sentence: Sentence): string => (sentence.kind === 'wait' ? '' : sentence.path)

const countOf = (count: number, thing: string): string => `${count} ${thing}${count === 1 ? '' : 's'}`
