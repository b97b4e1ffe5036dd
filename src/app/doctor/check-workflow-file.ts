import { parse } from 'yaml'
import { z } from 'zod'
import { RUN_INPUT } from '../../contract/dispatch.ts'

const Workflow = z.looseObject({
  'run-name': z.string().optional(),
  on: z.looseObject({
    workflow_dispatch: z.looseObject({ inputs: z.record(z.string(), z.unknown()).optional() }).nullish(),
  }),
  permissions: z.unknown().optional(),
  concurrency: z.unknown().optional(),
  jobs: z.record(
    z.string(),
    z.looseObject({
      permissions: z.unknown().optional(),
      concurrency: z.unknown().optional(),
      steps: z.array(z.looseObject({ with: z.record(z.string(), z.unknown()).nullish() })).optional(),
    }),
  ),
})

/** What keeps this server from working with a project's workflow file; each with what to change. */
export function checkWorkflowFile(text: string, publicUrl: string): string[] {
  const read = Workflow.safeParse(parseYaml(text))
  if (!read.success)
    return [
      `it is no workflow that can be dispatched (${read.error.issues[0]?.path.join('.') || 'the whole file'})`,
    ]
  const { on, permissions, concurrency, jobs, 'run-name': runName } = read.data
  const problems: string[] = []
  if (on.workflow_dispatch?.inputs?.[RUN_INPUT] === undefined)
    problems.push(`\`on.workflow_dispatch\` lacks the input \`${RUN_INPUT}\``)
  if (runName === undefined || !runName.includes(`inputs.${RUN_INPUT}`))
    problems.push('the line `run-name` is missing')

  const job = Object.values(jobs).find(({ steps = [] }) =>
    steps.some((step) => step.with && RUN_INPUT in step.with),
  )
  const inputs = job?.steps?.find((step) => step.with && RUN_INPUT in step.with)?.with ?? {}
  if (job === undefined) problems.push(`no step is given \`${RUN_INPUT}\``)
  else if (!isThisServer(inputs['app-url'], publicUrl))
    problems.push(`\`app-url\` is ${JSON.stringify(inputs['app-url'] ?? null)} and should be ${publicUrl}`)
  if (!writesIdToken(job?.permissions ?? permissions)) problems.push('`permissions` lacks `id-token: write`')
  if (concurrency !== undefined || job?.concurrency !== undefined)
    problems.push('`concurrency` lets GitHub cancel runs that wait; take it out')
  return problems
}

function parseYaml(text: string): unknown {
  try {
    return parse(text)
  } catch {
    return undefined
  }
}

/** An expression is filled in by GitHub, and what from is not known here. */
const isThisServer = (given: unknown, publicUrl: string): boolean =>
  typeof given === 'string' && (given.includes('${{') || given.replace(/\/+$/, '') === publicUrl)

const writesIdToken = (permissions: unknown): boolean =>
  permissions === 'write-all' ||
  (typeof permissions === 'object' &&
    permissions !== null &&
    'id-token' in permissions &&
    permissions['id-token'] === 'write')
