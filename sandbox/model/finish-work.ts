import { type Sentence, UNDERSTOOD, writeSentence } from './parse-sentence.ts'

/** How a sentence ended; `error` is the message of the tool. */
export interface SentenceResult {
  readonly sentence: Sentence
  readonly error: string | null
  /** What a file says that it was to show. */
  readonly shown?: string | undefined
}

const TITLE_LIMIT = 70
const ERROR_LIMIT = 300
/** The agent's own limits are wider. */
const TEXT_LIMIT = 4000

const shownIn = (results: readonly SentenceResult[]): string[] =>
  results.flatMap(({ sentence, shown }) =>
    shown === undefined || sentence.kind !== 'show' ? [] : [`${sentence.path} begins:\n\n${shown}`],
  )

/** The same of a run that changes nothing: what the files say, and what the sentences would change. */
export function answerInWords(results: readonly SentenceResult[], unknownLines: number) {
  const failed = results.flatMap(({ sentence, error }) =>
    error === null ? [] : [`${describe(sentence)}: ${firstLineOf(error)}`],
  )
  const planned = results.filter(({ sentence }) => isChange(sentence))
  const plan = planned.map(({ sentence }) => writeSentence(sentence))
  const parts = [
    ...shownIn(results),
    ...failed,
    ...(plan.length === 0 ? [] : [`**What changes**\n\n${plan.join('\n')}`]),
    ...(results.length === 0 || unknownLines > 0 ? [`I cannot answer all of this. ${UNDERSTOOD}.`] : []),
  ]
  return { summary: parts.join('\n\n').slice(0, TEXT_LIMIT) || withoutWords(results) }
}

/** The arguments of the tool that ends the work. They name paths, but never quote texts from the prompt. */
export function finishWork(results: readonly SentenceResult[], unknownLines: number) {
  const done = results.filter(({ sentence, error }) => error === null && isChange(sentence))
  const failed = results.filter(({ error }) => error !== null)
  const notes = [
    ...shownIn(results),
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
      `${withoutWords(results)} There was nothing to change.`,
  }
}

/** All sentences were for a wait or an output. */
const withoutWords = (results: readonly SentenceResult[]): string =>
  results.some(({ sentence }) => sentence.kind === 'output')
    ? 'The output is what the prompt says.'
    : 'I waited as requested.'

const isChange = ({ kind }: Sentence): boolean => kind !== 'wait' && kind !== 'show' && kind !== 'output'

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
  choose: 'has the text of the answer',
  append: 'ends with the text of the prompt',
  delete: 'is no longer wanted',
  resolve: 'keeps the lines of both branches',
  wait: '',
  output: '',
  show: '',
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
    case 'choose':
      return `Create ${sentence.path}`
    case 'append':
      return `Append to ${sentence.path}`
    case 'delete':
      return `Delete ${sentence.path}`
    case 'resolve':
      return `Resolve the conflict in ${sentence.path}`
    case 'show':
      return `Show ${sentence.path}`
    case 'output':
      return 'Return an output'
    case 'wait':
      return `Wait ${countOf(sentence.seconds, 'second')}`
  }
}

/** The further lines of a tool's message are advice for the model. */
const firstLineOf = (error: string): string => (error.split('\n', 1)[0] ?? '').slice(0, ERROR_LIMIT)

const pathOf = (sentence: Sentence): string => ('path' in sentence ? sentence.path : '')

const countOf = (count: number, thing: string): string => `${count} ${thing}${count === 1 ? '' : 's'}`
