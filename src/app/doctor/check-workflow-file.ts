import { parse } from 'yaml'
import { z } from 'zod'
import { RUN_INPUT } from '../../contract/dispatch.ts'
import { type ActionRef, isFullSha } from '../config/action-ref.ts'
import type { WorkflowConfig } from '../config/config.ts'

const Step = z.looseObject({
  uses: z.unknown().optional(),
  with: z.record(z.string(), z.unknown()).nullish(),
})

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
      steps: z.array(Step).optional(),
    }),
  ),
})

/** What keeps this server from working with a project's workflow file; each with what to change. */
export function checkWorkflowFile(text: string, { publicUrl, actionRef }: WorkflowConfig): string[] {
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

  const job = Object.values(jobs).find(({ steps = [] }) => steps.some(isGivenRun))
  const step = job?.steps?.find(isGivenRun)
  if (step === undefined) problems.push(`no step is given \`${RUN_INPUT}\``)
  else problems.push(...checkUses(step.uses, actionRef), ...checkAppUrl(step.with?.['app-url'], publicUrl))
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

const isGivenRun = (step: z.infer<typeof Step>): boolean => step.with != null && RUN_INPUT in step.with

/** Any full SHA is accepted, since a project may run another version than the others. */
function checkUses(uses: unknown, actionRef: ActionRef): string[] {
  const [repository = '', ref = ''] = typeof uses === 'string' ? uses.split('@') : []
  if (repository.toLowerCase() !== actionRef.repository.toLowerCase())
    return [`\`uses\` is ${JSON.stringify(uses ?? null)} and should name ${actionRef.repository}`]
  if (ref === actionRef.ref || isFullSha(ref)) return []
  const other = isFullSha(actionRef.ref) ? '' : `${actionRef.ref} or `
  return [`\`uses\` names ${ref} and should name ${other}the full SHA of a commit`]
}

function checkAppUrl(given: unknown, publicUrl: string): string[] {
  // GitHub fills in an expression, from values that are not known here.
  const isThisServer =
    typeof given === 'string' && (given.includes('${{') || given.replace(/\/+$/, '') === publicUrl)
  return isThisServer ? [] : [`\`app-url\` is ${JSON.stringify(given ?? null)} and should be ${publicUrl}`]
}

const writesIdToken = (permissions: unknown): boolean =>
  permissions === 'write-all' ||
  (typeof permissions === 'object' &&
    permissions !== null &&
    'id-token' in permissions &&
    permissions['id-token'] === 'write')
