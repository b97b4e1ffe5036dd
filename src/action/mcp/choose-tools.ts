import { groupDigits } from '../../contract/text.ts'
import { truncateLine } from '../text/format.ts'

/** A tool as its server describes it. */
export interface ListedTool {
  readonly name: string
  readonly description?: string | undefined
  readonly inputSchema: object
  readonly annotations?: { readonly readOnlyHint?: boolean | undefined } | undefined
}

export interface ChosenTool {
  readonly name: string
  readonly description: string
  /** JSON. */
  readonly schema: string
}

export interface ChosenTools {
  readonly tools: readonly ChosenTool[]
  /** Each says which tool is left out, and why. */
  readonly problems: readonly string[]
}

const DESCRIPTION_LENGTH = 4000
const SCHEMA_LENGTH = 16_000

/** The tools that the settings allow, in their order. A tool that its server does not mark read-only may change something. Pure. */
export function chooseTools(listed: readonly ListedTool[], allowed: readonly string[]): ChosenTools {
  const tools: ChosenTool[] = []
  const problems: string[] = []
  for (const name of new Set(allowed)) {
    const found = listed.filter((tool) => tool.name === name)
    const chosen = found.length > 1 ? 'its server lists it more than once' : choose(found[0])
    if (typeof chosen === 'string') problems.push(`the tool ${name} is left out: ${chosen}`)
    else tools.push(chosen)
  }
  return { tools, problems }
}

function choose(tool: ListedTool | undefined): ChosenTool | string {
  if (tool === undefined) return 'its server does not have it'
  if (tool.annotations?.readOnlyHint !== true) return 'its server does not mark it read-only (readOnlyHint)'
  const schema = toJson(tool.inputSchema)
  if (schema === null || schema.length > SCHEMA_LENGTH)
    return `its schema has more than ${groupDigits(SCHEMA_LENGTH)} characters`
  const description = truncateLine((tool.description ?? '').trim(), DESCRIPTION_LENGTH)
  return { name: tool.name, description, schema }
}

/** `null`: it is nested too deeply. */
function toJson(schema: object): string | null {
  try {
    return JSON.stringify(schema, (key, value: unknown) => (key === '$schema' ? undefined : value))
  } catch {
    return null
  }
}
