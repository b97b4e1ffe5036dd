import type { ToolCall } from '../models/tool-calls/tool-spec.ts'
import { normalizePath } from '../workspace/files/normalize-path.ts'
import { patchedPaths } from './tools/workspace-tools.ts'

const PATH_FIELDS = new Set(['path', 'from', 'to'])

/** The same text for all calls that mean the same: `hello.txt` and `./hello.txt`, fields in any order. Pure. */
export const formatToolCall = ({ name, input }: Pick<ToolCall, 'name' | 'input'>): string =>
  JSON.stringify([name, normalizeInput(input)])

function normalizeInput(input: unknown): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input
  return Object.entries(input)
    .filter(([, value]) => value !== null)
    .map(
      ([field, value]: [string, unknown]) =>
        [field, PATH_FIELDS.has(field) && typeof value === 'string' ? formatPath(value) : value] as const,
    )
    .sort(([a], [b]) => (a < b ? -1 : 1))
}

export function formatPath(path: string): string {
  const normalized = normalizePath(path)
  return normalized.ok ? normalized.path : path
}

/** The paths that a call names, whichever tool it calls. Pure. */
export function touchedPaths({ input }: Pick<ToolCall, 'input'>): string[] {
  if (typeof input !== 'object' || input === null) return []
  return Object.entries(input).flatMap(([field, value]: [string, unknown]) => {
    if (typeof value !== 'string') return []
    if (field === 'patch') return patchedPaths(value)
    return PATH_FIELDS.has(field) ? [value] : []
  })
}
