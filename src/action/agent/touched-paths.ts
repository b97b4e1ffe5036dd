import type { ToolRequest } from '../models/tool-calls/tool-spec.ts'
import { patchedPaths } from './tools/patched-paths.ts'

const NAMES = new Set(['path', 'from', 'to'])

/** The paths that a call names, whatever the tool. Pure. */
export function touchedPaths({ input }: Pick<ToolRequest, 'input'>): string[] {
  if (typeof input !== 'object' || input === null) return []
  return Object.entries(input).flatMap(([name, value]: [string, unknown]) => {
    if (typeof value !== 'string') return []
    if (name === 'patch') return patchedPaths(value)
    return NAMES.has(name) ? [value] : []
  })
}
