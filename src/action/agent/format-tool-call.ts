import type { ToolRequest } from '../models/tool-calls/tool-spec.ts'
import { normalizePath } from '../workspace/files/normalize-path.ts'

const PATHS = new Set(['path', 'from', 'to'])

/** A call in the one spelling of all that mean the same: `hello.txt` and `./hello.txt`, in any order of the fields. Pure. */
export const formatToolCall = ({ name, input }: Pick<ToolRequest, 'name' | 'input'>): string =>
  JSON.stringify([name, spellInput(input)])

function spellInput(input: unknown): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input
  return Object.entries(input)
    .filter(([, value]) => value !== null)
    .map(
      ([field, value]: [string, unknown]) =>
        [field, PATHS.has(field) && typeof value === 'string' ? formatPath(value) : value] as const,
    )
    .sort(([one], [other]) => (one < other ? -1 : 1))
}

export function formatPath(path: string): string {
  const normalized = normalizePath(path)
  return normalized.ok ? normalized.path : path
}
