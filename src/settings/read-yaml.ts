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
} from 'yaml'
import { findExcess } from './yaml-bounds.ts'

/** A place in a YAML text, as people count: from 1. */
export interface Position {
  readonly line: number
  readonly column: number
}

export type ReadYaml =
  | {
      readonly kind: 'value'
      readonly value: unknown
      /** Where the value at `path` stands, or the innermost of the values around it that the text has. */
      readonly locate: (path: readonly PropertyKey[]) => Position
      /** Where the key at the end of `path` stands. */
      readonly locateKey: (path: readonly PropertyKey[]) => Position
    }
  | { readonly kind: 'malformed'; readonly errors: readonly { at: Position | null; message: string }[] }

/** The only place where settings are parsed as YAML. Its time is bounded, whatever the text is. */
export function readYaml(source: string): ReadYaml {
  const excess = findExcess(source)
  if (excess !== null) return { kind: 'malformed', errors: [{ at: null, message: excess }] }
  const lines = new LineCounter()
  // The parser's own check for duplicate keys compares each key of a map with all others.
  const document = parseDocument(source, {
    lineCounter: lines,
    prettyErrors: false,
    logLevel: 'error',
    uniqueKeys: false,
  })
  const positionOf = (offset: number): Position => {
    const { line, col } = lines.linePos(offset)
    return { line, column: col }
  }
  const errors = [
    ...document.errors.map(({ message, pos }) => ({ message, offset: pos[0] })),
    ...findWrongKeys(document),
  ]
  if (errors.length > 0)
    return {
      kind: 'malformed',
      errors: errors.map(({ message, offset }) => ({ at: positionOf(offset), message })),
    }
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
      value: document.toJS(),
      locate: (path) => startOf(find(path).value),
      locateKey: (path) => startOf(find(path).key),
    }
  } catch (error) {
    // An alias without its anchor, or one that would grow without bounds.
    const message = error instanceof Error ? error.message : String(error)
    return { kind: 'malformed', errors: [{ at: null, message }] }
  }
}

function findWrongKeys(document: Document): { message: string; offset: number }[] {
  const wrong: { message: string; offset: number }[] = []
  visit(document, {
    Map(_, { items }) {
      const names = new Set<string>()
      for (const { key } of items) {
        const offset = (key as Node | null)?.range?.[0] ?? 0
        const name = isScalar(key) ? String(key.value) : null
        if (name === null) wrong.push({ message: 'A key must be text', offset })
        else if (names.has(name)) wrong.push({ message: 'Map keys must be unique', offset })
        else names.add(name)
      }
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
