import type { ErrorCode, YAMLError } from 'yaml'

const INDENTATION = 'the indentation is wrong, or a value that contains `: ` has no quotes'

/** What to change. The parser's own messages use the terms of the YAML specification, and of its API. */
const ADVICE: Partial<Record<ErrorCode, string>> = {
  TAB_AS_INDENT: 'a tab indents this line; use spaces',
  MULTIPLE_DOCS: 'a second document starts here; delete the line with `---`',
  BAD_INDENT: INDENTATION,
  BLOCK_AS_IMPLICIT_KEY: INDENTATION,
  BLOCK_IN_FLOW: INDENTATION,
  MULTILINE_IMPLICIT_KEY: INDENTATION,
  MISSING_CHAR: 'a quote, a comma, a space or the colon after a key is missing',
  UNEXPECTED_TOKEN: 'this text is not expected here; indent it below its key, quote it or delete it',
  BAD_SCALAR_START: 'this character cannot start a value; put the value in quotes',
  TAG_RESOLVE_FAILED: 'put text that starts with `!` in quotes',
  BAD_DQ_ESCAPE: 'this escape is unknown; write `\\\\` for a backslash, or use single quotes',
}

export function describeYamlError({ code, message }: Pick<YAMLError, 'code' | 'message'>): string {
  // The parser notices a missing bracket only where the indentation ends.
  const bracket = /end with a ([\]}])/.exec(message)?.[1]
  if (bracket !== undefined) return `a closing \`${bracket}\` is missing before this place`
  return ADVICE[code] ?? 'this is not valid YAML'
}

export const duplicateKey = (name: string): string => `the key \`${shownText(name)}\` is already set above`
export const KEY_IS_NO_TEXT = 'a key must be text'
export const unknownAnchor = (name: string): string =>
  `\`*${shownText(name)}\` has no anchor above it; put text that starts with \`*\` in quotes`
export const ALIASES_EXPAND = 'the aliases of the file expand to too many values'
export const NOT_UTF8 = 'this character is not valid UTF-8 text; save the file as UTF-8'

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
