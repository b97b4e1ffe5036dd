import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml'

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

/** The only place where settings are parsed as YAML. */
export function readYaml(source: string): ReadYaml {
  const lines = new LineCounter()
  const document = parseDocument(source, { lineCounter: lines, prettyErrors: false, logLevel: 'error' })
  const positionOf = (offset: number): Position => {
    const { line, col } = lines.linePos(offset)
    return { line, column: col }
  }
  if (document.errors.length > 0) {
    const errors = document.errors.map(({ message, pos }) => ({ at: positionOf(pos[0]), message }))
    return { kind: 'malformed', errors }
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
