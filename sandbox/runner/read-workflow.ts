import { parse } from 'yaml'
import { Unsupported } from '../expressions/evaluate.ts'

export interface Workflow {
  readonly name: string | null
  readonly jobKey: string
  /** The `if:` of the job. */
  readonly condition: string
  readonly timeoutMinutes: number
  /** Whether the job has `id-token: write`. */
  readonly mayMintTokens: boolean
  readonly env: Readonly<Record<string, string>>
  readonly steps: readonly WorkflowStep[]
}

export interface WorkflowStep {
  /** As shown in the log. */
  readonly name: string
  readonly with: Readonly<Record<string, string>>
  readonly env: Readonly<Record<string, string>>
}

const GITHUB_DEFAULT_TIMEOUT_MINUTES = 360

/**
 * Reads a workflow of one job whose steps all use `action` (`owner/name@ref`). Anything that this runner would silently
 * ignore is an `Unsupported` error. `on`, `run-name` and `runs-on` are evaluated by GitHub, not by the runner.
 */
export function readWorkflow(text: string, action: string): Workflow {
  const workflow = mapping(parse(text), 'the workflow file')
  onlyKeys(workflow, 'workflow', ['name', 'run-name', 'on', 'permissions', 'env', 'jobs'])
  const jobs = Object.entries(mapping(workflow.jobs, 'jobs'))
  const [first] = jobs
  if (!first || jobs.length > 1)
    throw new Unsupported(`a workflow of ${jobs.length} jobs: only of exactly one`)
  const [jobKey, job] = [first[0], mapping(first[1], `jobs.${first[0]}`)]
  onlyKeys(job, `jobs.${jobKey}`, ['name', 'if', 'runs-on', 'permissions', 'timeout-minutes', 'env', 'steps'])
  if (!Array.isArray(job.steps) || job.steps.length === 0)
    throw new Unsupported(`jobs.${jobKey} without steps`)
  return {
    name: typeof workflow.name === 'string' ? workflow.name : null,
    jobKey,
    condition: job.if === undefined ? 'true' : scalar(job.if, `jobs.${jobKey}.if`),
    timeoutMinutes: readTimeout(job['timeout-minutes']),
    mayMintTokens: grantsIdToken(job.permissions ?? workflow.permissions),
    env: { ...strings(workflow.env, 'env'), ...strings(job.env, `jobs.${jobKey}.env`) },
    steps: job.steps.map((step, index) => readStep(step, `jobs.${jobKey}.steps[${index}]`, action)),
  }
}

function readStep(value: unknown, where: string, action: string): WorkflowStep {
  const step = mapping(value, where)
  onlyKeys(step, where, ['name', 'id', 'uses', 'with', 'env'])
  if (step.uses !== action)
    throw new Unsupported(`${where} with uses: ${String(step.uses)}: only uses: ${action}`)
  return {
    name: typeof step.name === 'string' ? step.name : `Run ${action}`,
    with: strings(step.with, `${where}.with`),
    env: strings(step.env, `${where}.env`),
  }
}

function readTimeout(value: unknown): number {
  if (value === undefined) return GITHUB_DEFAULT_TIMEOUT_MINUTES
  if (typeof value === 'number' && value > 0) return value
  throw new Unsupported(`timeout-minutes: ${String(value)}: only a number above 0`)
}

function grantsIdToken(permissions: unknown): boolean {
  if (permissions === 'write-all') return true
  return typeof permissions === 'object' && permissions !== null && 'id-token' in permissions
    ? permissions['id-token'] === 'write'
    : false
}

function onlyKeys(value: Record<string, unknown>, where: string, known: readonly string[]): void {
  for (const key of Object.keys(value)) {
    if (!known.includes(key)) throw new Unsupported(`\`${key}:\` of ${where}: only ${known.join(', ')}`)
  }
}

function strings(value: unknown, where: string): Record<string, string> {
  if (value === undefined || value === null) return {}
  const entries = Object.entries(mapping(value, where))
  return Object.fromEntries(entries.map(([key, item]) => [key, scalar(item, `${where}.${key}`)]))
}

function scalar(value: unknown, where: string): string {
  if (value === null) return ''
  if (typeof value === 'object') throw new Unsupported(`${where}: only plain values`)
  return String(value)
}

function mapping(value: unknown, where: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Unsupported(`${where}: it is not a mapping`)
  }
  return Object.fromEntries(Object.entries(value))
}
