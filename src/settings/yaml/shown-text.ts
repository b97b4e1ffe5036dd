/** What is neither a letter, a digit, a mark, punctuation, a symbol nor a plain space. */
const UNPRINTED = /[^\p{L}\p{N}\p{M}\p{P}\p{S} ]/gu

const MOST = 64

/** Text of a file for a message: short, and with codes for what a terminal would obey and for what nobody can see. Pure. */
export function shownText(text: string): string {
  const short = text.length > MOST ? `${text.slice(0, MOST).toWellFormed()}…` : text
  return short.replace(UNPRINTED, (character) =>
    Array.from({ length: character.length }, (_, at) => codeOf(character.charCodeAt(at))).join(''),
  )
}

const codeOf = (unit: number): string => `\\u${unit.toString(16).padStart(4, '0')}`
