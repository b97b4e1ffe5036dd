import { parse } from 'yaml'
import type { Level, Permissions } from '../state/account.ts'

interface WorkflowInput {
  readonly required: boolean
  readonly fallback: string | null
  readonly type: string
  readonly options: readonly string[]
}

export interface WorkflowFile {
  readonly name: string | null
  readonly runName: string | null
  /** `null`: no workflow_dispatch trigger. */
  readonly inputs: Readonly<Record<string, WorkflowInput>> | null
  /** Permissions of the job's GITHUB_TOKEN, by their API names (`pull_requests`, `id_token`). */
  readonly permissions: Permissions
}

type Mapping = Readonly<Record<string, unknown>>

const isMapping = (value: unknown): value is Mapping =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** Reads the parts of a workflow that decide whether it runs and with which permissions. Throws if it is not a YAML mapping. */
export const parseWorkflow = (text: string): WorkflowFile => {
  const file: unknown = parse(text)
  if (!isMapping(file)) throw new Error('a workflow is a mapping')
  return {
    name: textOf(file.name),
    runName: textOf(file['run-name']),
    inputs: dispatchInputs(file.on),
    permissions: permissionsOf(firstJob(file).permissions ?? file.permissions),
  }
}

const firstJob = (file: Mapping): Mapping => {
  const jobs = isMapping(file.jobs) ? Object.values(file.jobs) : []
  return isMapping(jobs[0]) ? jobs[0] : {}
}

const dispatchInputs = (on: unknown): Readonly<Record<string, WorkflowInput>> | null => {
  if (on === 'workflow_dispatch' || (Array.isArray(on) && on.includes('workflow_dispatch'))) return {}
  if (!isMapping(on) || !('workflow_dispatch' in on)) return null
  const trigger = on.workflow_dispatch
  const inputs = isMapping(trigger) && isMapping(trigger.inputs) ? trigger.inputs : {}
  return Object.fromEntries(Object.entries(inputs).map(([name, input]) => [name, inputOf(input)]))
}

const inputOf = (value: unknown): WorkflowInput => {
  const input = isMapping(value) ? value : {}
  const options = Array.isArray(input.options) ? input.options.map(String) : []
  const fallback = input.default
  return {
    required: input.required === true,
    fallback: fallback === undefined || fallback === null ? null : String(fallback),
    type: textOf(input.type) ?? 'string',
    options,
  }
}

const ALL = ['actions', 'checks', 'contents', 'issues', 'pull_requests', 'statuses'] as const

/** A block that names some permissions removes all others. Without a block, the restricted default applies. */
const permissionsOf = (block: unknown): Permissions => {
  if (block === 'read-all' || block === 'write-all') {
    const level: Level = block === 'read-all' ? 'read' : 'write'
    return { ...Object.fromEntries(ALL.map((name) => [name, level])), id_token: level }
  }
  if (!isMapping(block)) return { contents: 'read' }
  const named = Object.entries(block).flatMap(([name, level]): [string, Level][] =>
    level === 'read' || level === 'write' ? [[name.replaceAll('-', '_'), level]] : [],
  )
  return Object.fromEntries(named)
}
