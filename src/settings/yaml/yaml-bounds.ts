import { Lexer } from 'yaml'
import { groupDigits } from '../../contract/text/group-digits.ts'

/** Of the largest settings that the schema allows, with as many comments again. */
export const MAX_TOKENS = 8_000
/** The schema nests four levels. */
export const MAX_DEPTH = 16

/**
 * Why a text is not parsed as YAML; `null`: parsing it takes little time. Anybody who can push can write the settings,
 * and parsing runs on the server's event loop. Lexing is linear and stops at the bound; the parser behind it is not:
 * deep nesting and long runs of errors cost it seconds within 64 KiB.
 */
export function findExcess(
  source: string,
  lex: (source: string) => Iterable<string> = tokensOf,
): string | null {
  let tokens = 0
  let inFlow = 0
  let inLine = 0
  for (const token of lex(source)) {
    tokens += 1
    if (tokens > MAX_TOKENS) return `the file has more than ${groupDigits(MAX_TOKENS)} YAML tokens`
    if (token === '[' || token === '{') inFlow += 1
    else if (token === ']' || token === '}') inFlow -= 1
    else if (inFlow === 0 && (token === '-' || token === '?' || token === ':')) inLine += 1
    else if (token.startsWith('\n') || token.startsWith('\r')) inLine = 0
    if (inFlow > MAX_DEPTH || inLine > MAX_DEPTH) return `the file nests deeper than ${MAX_DEPTH} levels`
  }
  return null
}

const tokensOf = (source: string): Iterable<string> => new Lexer().lex(source)
