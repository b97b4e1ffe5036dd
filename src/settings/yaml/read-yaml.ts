import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  visit,
  type YAMLError,
} from 'yaml'
import { keepReadableEntries } from './readable-entries.ts'
import { withoutStackTraces } from './without-stack-traces.ts'
import { findExcess } from './yaml-bounds.ts'
import {
  ALIASES_EXPAND,
  describeYamlError,
  duplicateKey,
  KEY_IS_NO_TEXT,
  NOT_UTF8,
  unknownAnchor,
} from './yaml-errors.ts'

/** A place in a YAML text, as people count: from 1. */
export interface Position {
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

/** Decoding replaces bytes that are not UTF-8. UTF-16 leaves NUL characters, too. */
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
