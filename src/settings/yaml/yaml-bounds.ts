import { Lexer } from 'yaml'
import { groupDigits } from '../../contract/text.ts'

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
  // What can nest without a bracket: in the line of block style, and since the last comma of each open collection.
  const indicators = [0]
  for (const token of lex(source)) {
    tokens += 1
    if (tokens > MAX_TOKENS) return `the file has more than ${groupDigits(MAX_TOKENS)} YAML tokens`
    const inner = indicators.length - 1
    if (token === '[' || token === '{') indicators.push(0)
    else if (token === ']' || token === '}') indicators.splice(Math.max(inner, 1))
    else if (token === '-' || token === '?' || token === ':') indicators[inner] = (indicators[inner] ?? 0) + 1
    else if (inner > 0 ? token === ',' : /^[\n\r]/.test(token)) indicators[inner] = 0
    if (indicators.length - 1 > MAX_DEPTH || (indicators[inner] ?? 0) > MAX_DEPTH)
      return `the file nests deeper than ${MAX_DEPTH} levels`
  }
  return null
}

const tokensOf = (source: string): Iterable<string> => new Lexer().lex(source)
