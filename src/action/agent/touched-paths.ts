import type { ToolRequest } from '../models/tool-spec.ts'

/** The lines of a patch that name a file: https://cookbook.openai.com/examples/gpt4-1_prompting_guide */
const PATCHED = /^\*\*\* (?:(?:Add|Update|Delete) File|Move to): (.+)$/gm
const NAMES = new Set(['path', 'from', 'to', 'new_path', 'paths'])

/** The paths that a call names, whatever the tool. Pure. */
export function touchedPaths({ input }: Pick<ToolRequest, 'input'>): string[] {
  if (typeof input === 'string') return pathsOfPatch(input)
  if (typeof input !== 'object' || input === null) return []
  return Object.entries(input).flatMap(([name, value]: [string, unknown]) => {
    if (typeof value === 'string') return NAMES.has(name) ? [value] : pathsOfPatch(value)
    if (!Array.isArray(value)) return []
    return value.flatMap((item: unknown) =>
      typeof item === 'string' ? (NAMES.has(name) ? [item] : []) : touchedPaths({ input: item }),
    )
  })
}

const pathsOfPatch = (text: string): string[] =>
  text.includes('*** Begin Patch') ? [...text.matchAll(PATCHED)].map(([, path = '']) => path.trim()) : []
