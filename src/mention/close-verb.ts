import { COMMENT_COMMAND } from '../contract/github.ts'

export const VERBS = ['stop', 'status', 'retry', 'update', 'approve', 'help'] as const
export type Verb = (typeof VERBS)[number]

/** Names of the same command in other tools. Alone, they would be odd prompts. */
const SAME: Readonly<Record<string, Verb>> = {
  ...{ abort: 'stop', cancel: 'stop', halt: 'stop' },
  ...{ rerun: 'retry', restart: 'retry', again: 'retry' },
  ...{ rebase: 'update', sync: 'update' },
}

/** The verb that somebody who writes this word alone probably means; `null`: none. Pure. */
export function closeVerb(text: string): Verb | null {
  const word = text.toLowerCase()
  if (!/^[a-z]{3,9}$/.test(word)) return null
  if (Object.hasOwn(SAME, word)) return SAME[word] ?? null
  return VERBS.find((verb) => isCloseTo(word, verb)) ?? null
}

/** One letter is missing, added or different, or two neighbours have changed places. */
function isCloseTo(word: string, verb: string): boolean {
  let from = 0
  while (from < verb.length && word[from] === verb[from]) from += 1
  const [a, b] = [word.slice(from), verb.slice(from)]
  const isSwapped = a.length === b.length && a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2)
  return isSwapped || a.slice(1) === b.slice(1) || a.slice(1) === b || a === b.slice(1)
}

/** Answers a word that is no command, and too little for a prompt. */
export const didYouMean = (word: string, verb: Verb): string =>
  `\`${word}\` is not a command, so nothing was started. Did you mean \`${COMMENT_COMMAND} ${verb}\`? If it is what to do, say it in a sentence. \`${COMMENT_COMMAND} help\` lists the commands.`
