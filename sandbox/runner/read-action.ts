import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import { Unsupported } from '../expressions/evaluate.ts'

export interface JavaScriptAction {
  readonly directory: string
  readonly main: string
  readonly post: string | null
  /** Declared inputs with their defaults, which can contain expressions with `github`. */
  readonly defaults: Readonly<Record<string, string>>
}

/** Reads `action.yml`. The real runner has dropped everything before node24. Composite and Docker actions are not supported. */
export async function readAction(directory: string): Promise<JavaScriptAction> {
  const action = record(parse(await readFile(join(directory, 'action.yml'), 'utf8')))
  const runs = record(action.runs)
  if (runs.using !== 'node24')
    throw new Unsupported(`an action with using: ${String(runs.using)}: only node24`)
  if (typeof runs.main !== 'string') throw new Unsupported('an action without runs.main')
  for (const key of Object.keys(runs)) {
    if (!['using', 'main', 'post'].includes(key)) throw new Unsupported(`\`${key}:\` of runs in action.yml`)
  }
  const inputs = Object.entries(record(action.inputs))
  return {
    directory,
    main: runs.main,
    post: typeof runs.post === 'string' ? runs.post : null,
    defaults: Object.fromEntries(inputs.map(([name, input]) => [name, String(record(input).default ?? '')])),
  }
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {}
}
