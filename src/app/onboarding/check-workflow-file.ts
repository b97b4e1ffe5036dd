import { RUN_INPUT } from '../../contract/github.ts'
import { type ActionRef, isFullSha } from '../config/action-ref.ts'
import type { WorkflowConfig } from '../config/config.ts'
import { parseReusableWorkflow, type ReusableWorkflow } from '../domain/reusable-workflow.ts'
import { isGivenRun, type Job, readWorkflow, type Use, type Workflow } from './workflow-schema.ts'

/** What keeps this server from working with a project's workflow file; each with what to change. */
export function checkWorkflowFile(text: string, config: WorkflowConfig): string[] {
  const read = readWorkflow(text)
  if (read.kind === 'invalid') return [`it is not a workflow that can be dispatched (${read.where})`]
  const { workflow } = read
  const { on } = workflow
  if (on.workflow_call !== undefined && on.workflow_dispatch === undefined) return [ONLY_CALLED]
  if (isStandalone(workflow, config)) return [STANDALONE]
  const job = findJob(workflow)
  const problems = checkTrigger(workflow, 'workflow_dispatch')
  if (!workflow['run-name']?.includes(`inputs.${RUN_INPUT}`)) problems.push('the line `run-name` is missing')
  problems.push(...checkJob(job, config))
  if (!writesIdToken(job?.permissions ?? workflow.permissions)) problems.push(NO_ID_TOKEN)
  return [...problems, ...checkConcurrency(workflow, job)]
}

/** The same of a reusable workflow, which workflow files of projects call. */
export function checkReusableWorkflowFile(text: string, config: WorkflowConfig): string[] {
  const read = readWorkflow(text)
  if (read.kind === 'invalid') return [`it is not a workflow that can be called (${read.where})`]
  const { workflow } = read
  const job = findJob(workflow)
  const problems = [...checkTrigger(workflow, 'workflow_call'), ...checkJob(job, config)]
  // Without a `permissions` key it has those of the workflow that calls it.
  const permissions = job?.permissions ?? workflow.permissions
  if (permissions !== undefined && !writesIdToken(permissions)) problems.push(NO_ID_TOKEN)
  return [...problems, ...checkConcurrency(workflow, job)]
}

const ONLY_CALLED =
  'it is a reusable workflow, which other workflows call: to work on this repository, too, give it another file name'

const STANDALONE =
  'it is the workflow file of standalone mode, so that a comment or label gets two answers, of this workflow and of the GitHub App: replace all of it'

/** Without `app-url`, the action itself answers these events. */
const isStandalone = ({ on, jobs }: Workflow, { actionRef }: WorkflowConfig): boolean =>
  ('issue_comment' in on || 'issues' in on) &&
  Object.values(jobs)
    .flatMap(({ steps = [] }) => steps)
    .some((step) => isOfAction(step.uses, actionRef) && !step.with?.['app-url'])

const NO_ID_TOKEN = '`permissions` lacks `id-token: write`'

const findJob = ({ jobs }: Workflow): Job | undefined =>
  Object.values(jobs).find((job) => isGivenRun(job) || job.steps?.some(isGivenRun))

const checkTrigger = ({ on }: Workflow, trigger: 'workflow_dispatch' | 'workflow_call'): string[] =>
  on[trigger]?.inputs?.[RUN_INPUT] === undefined ? [`\`on.${trigger}\` lacks the input \`${RUN_INPUT}\``] : []

function checkJob(job: Job | undefined, config: WorkflowConfig): string[] {
  if (job === undefined) return [`neither a step nor a called workflow is given \`${RUN_INPUT}\``]
  const step = job.steps?.find(isGivenRun)
  return step === undefined ? checkCall(job.uses, config.reusableWorkflows) : checkStep(step, config)
}

const checkStep = (step: Use, { actionRef, publicUrl }: WorkflowConfig): string[] => [
  ...checkAction(step.uses, actionRef),
  ...checkAppUrl(step.with?.['app-url'], publicUrl),
]

const isOfAction = (uses: unknown, { repository }: ActionRef): boolean =>
  isSameName(splitUses(uses)[0], repository)

function splitUses(uses: unknown): [repository: string, ref: string] {
  const [repository = '', ref = ''] = typeof uses === 'string' ? uses.split('@') : []
  return [repository, ref]
}

/** GitHub ignores the case of names. */
const isSameName = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

/** Any full SHA is accepted, since a project may run another version than the others. */
function checkAction(uses: unknown, actionRef: ActionRef): string[] {
  const [repository, ref] = splitUses(uses)
  if (!isSameName(repository, actionRef.repository))
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

function checkCall(uses: unknown, named: readonly ReusableWorkflow[]): string[] {
  const called = typeof uses === 'string' ? parseReusableWorkflow(uses) : null
  const isNamed = named.some(
    ({ repository, file, sha }) =>
      repository.toLowerCase() === called?.repository.toLowerCase() &&
      file === called.file &&
      sha === called.sha,
  )
  return isNamed
    ? []
    : [`the job calls ${JSON.stringify(uses ?? null)}, which REUSABLE_WORKFLOWS does not name`]
}

const checkConcurrency = (workflow: Workflow, job: Job | undefined): string[] =>
  workflow.concurrency === undefined && job?.concurrency === undefined
    ? []
    : ['`concurrency` lets GitHub cancel runs that wait; take it out']

const writesIdToken = (permissions: unknown): boolean =>
  permissions === 'write-all' ||
  (typeof permissions === 'object' &&
    permissions !== null &&
    'id-token' in permissions &&
    permissions['id-token'] === 'write')
