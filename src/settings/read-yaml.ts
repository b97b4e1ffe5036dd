import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
  visit,
  type YAMLError,
} from 'yaml'
import { groupDigits } from '../contract/text.ts'
import {
  ALIASES_EXPAND,
  describeYamlError,
  duplicateKey,
  KEY_IS_NO_TEXT,
  NOT_UTF8,
  unknownAnchor,
} from './yaml-errors.ts'

/** A place in a YAML text, as people count: from 1. */
interface Position {
  readonly line: number
  readonly column: number
}

export interface PlacedError {
  /** `null`: it is not known. */
  readonly at: Position | null
  readonly message: string
}

export type ReadYaml =
  | {
      readonly kind: 'value'
      /** Errors of the syntax. If there are any, `value` has only the entries that they do not touch. */
      readonly errors: readonly PlacedError[]
      readonly value: unknown
      /** Where the value at `path` stands, or the innermost of the values around it that the text has. */
      readonly locate: (path: readonly PropertyKey[]) => Position
      /** Where the key at the end of `path` stands. */
      readonly locateKey: (path: readonly PropertyKey[]) => Position
    }
  /** No value can be read. */
  | { readonly kind: 'malformed'; readonly errors: readonly PlacedError[] }

/** The only place where settings are parsed as YAML. Its time is bounded, whatever the text is. */
export function readYaml(source: string): ReadYaml {
  const excess = findExcess(source)
  if (excess !== null) return { kind: 'malformed', errors: [{ at: null, message: excess }] }
  const lines = new LineCounter()
  // The parser's own check for duplicate keys compares each key of a map with all others.
  const document = withoutStackTraces(() =>
    parseDocument(source, {
      lineCounter: lines,
      prettyErrors: false,
      logLevel: 'error',
      uniqueKeys: false,
    }),
  )
  const positionOf = (offset: number): Position => {
    const { line, col } = lines.linePos(offset)
    return { line, column: col }
  }
  const syntax = document.errors.map(withAdvice)
  const wrong = [...findUndecodable(source), ...findTags(document), ...findWrongNodes(document)]
  const errors = firstOfEachLine(
    [...syntax, ...wrong].map(({ message, offset }) => ({ at: positionOf(offset), message })),
  )
  const offsets = { syntax: syntax.map(toOffset), wrong: wrong.map(toOffset) }
  if (errors.length > 0 && !keepReadableEntries(document, offsets, (offset) => positionOf(offset).column))
    return { kind: 'malformed', errors }
  const find = (path: readonly PropertyKey[]): Found => {
    let found: Found = { key: null, value: document.contents }
    for (const segment of path) {
      const { value } = found
      const next = childOf(isAlias(value) ? value.resolve(document) : value, segment)
      if (next === null) break
      found = next
    }
    return found
  }
  const startOf = (node: Node | null): Position => positionOf(node?.range?.[0] ?? 0)
  try {
    return {
      kind: 'value',
      errors,
      value: document.toJS(),
      locate: (path) => startOf(find(path).value),
      locateKey: (path) => startOf(find(path).key),
    }
  } catch {
    return { kind: 'malformed', errors: errors.length > 0 ? errors : [{ at: null, message: ALIASES_EXPAND }] }
  }
}

interface PositionedError {
  readonly message: string
  readonly offset: number
}

const withAdvice = (error: YAMLError): PositionedError => ({
  message: describeYamlError(error),
  offset: error.pos[0],
})

/** A glob that excludes paths starts with `!`. Without quotes it is a tag, and the parser drops an unknown one. */
const findTags = ({ warnings }: Document): PositionedError[] =>
  warnings.filter(({ code }) => code === 'TAG_RESOLVE_FAILED').map(withAdvice)

const toOffset = ({ offset }: PositionedError): number => offset

/** Decoding replaces bytes that are not UTF-8. UTF-16 also leaves NUL characters. */
function findUndecodable(source: string): PositionedError[] {
  const offset = source.search(/[\0\uFFFD]/)
  return offset < 0 ? [] : [{ message: NOT_UTF8, offset }]
}

/** One mistake often causes several errors in its line. */
const firstOfEachLine = <T extends { readonly at: Position }>(errors: readonly T[]): T[] => {
  const lines = new Map<number, T>()
  for (const error of errors) if (!lines.has(error.at.line)) lines.set(error.at.line, error)
  return [...lines.values()]
}

function findWrongNodes(document: Document): PositionedError[] {
  const wrong: PositionedError[] = []
  const anchors = new Set<string>()
  visit(document, {
    Value: (_, { anchor }) => void (anchor !== undefined && anchors.add(anchor)),
    Map(_, { anchor, items }) {
      if (anchor !== undefined) anchors.add(anchor)
      const names = new Set<string>()
      for (const { key } of items) {
        const offset = (key as Node | null)?.range?.[0] ?? 0
        const name = isScalar(key) && key.value !== null ? String(key.value) : null
        if (name === null) wrong.push({ message: KEY_IS_NO_TEXT, offset })
        else if (names.has(name)) wrong.push({ message: duplicateKey(name), offset })
        else names.add(name)
      }
    },
    Alias(_, { source, range }) {
      if (!anchors.has(source)) wrong.push({ message: unknownAnchor(source), offset: range?.[0] ?? 0 })
    },
  })
  return wrong
}

interface Found {
  readonly key: Node | null
  readonly value: Node | null
}

function childOf(parent: unknown, segment: PropertyKey): Found | null {
  if (isSeq<Node>(parent)) {
    const value = parent.items[Number(segment)]
    return value === undefined ? null : { key: value, value }
  }
  if (!isMap<Node, Node | null>(parent)) return null
  const pair = parent.items.find(({ key }) => isScalar(key) && String(key.value) === String(segment))
  return pair === undefined ? null : { key: pair.key, value: pair.value ?? pair.key }
}

interface ErrorOffsets {
  /** Found by the parser, which continues with a guess. */
  readonly syntax: readonly number[]
  /** Found in what it read. */
  readonly wrong: readonly number[]
}

/** Nobody is told of more mistakes, and each is compared with each entry. */
const MAX_ERRORS = 20

/**
 * Removes the entries of the top-level map that an error touches: the parser guesses their values. Returns whether others
 * are left, which mean what they say.
 */
function keepReadableEntries(
  { contents }: Document,
  { syntax, wrong }: ErrorOffsets,
  columnOf: (offset: number) => number,
): boolean {
  if (!isMap(contents) || syntax.length + wrong.length >= MAX_ERRORS) return false
  const starts = contents.items.map(startOf)
  const [first = 0] = starts
  contents.items = contents.items.filter((_, index) => {
    const [from, to] = [starts[index] ?? 0, starts[index + 1] ?? Number.POSITIVE_INFINITY]
    // The parser may notice an error of an entry only where the next one starts.
    const isGuess = syntax.some((offset) => from <= offset && offset <= to)
    const isMisplaced = columnOf(from) !== columnOf(first)
    return !isGuess && !isMisplaced && !wrong.some((offset) => from <= offset && offset < to)
  })
  return contents.items.length > 0
}

const startOf = ({ key }: Pair): number => (isNode(key) ? key.range?.[0] : undefined) ?? 0

/**
 * Errors that `parse` makes do not record where they were thrown. A YAML text can hold 32,000 errors, and to record that
 * takes most of the time. Source: https://v8.dev/docs/stack-trace-api
 */
function withoutStackTraces<T>(parse: () => T): T {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  try {
    return parse()
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}

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
