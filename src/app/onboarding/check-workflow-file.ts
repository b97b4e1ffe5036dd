import { z } from 'zod'
import { RUN_INPUT } from '../../contract/github.ts'
import { readYaml } from '../../settings/read-yaml.ts'
import { type ActionRef, isFullSha, parseActionRef } from '../config/action-ref.ts'
import type { WorkflowConfig } from '../config/config.ts'
import { parseReusableWorkflow, type ReusableWorkflow } from '../domain/reusable-workflow.ts'

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
  return [...problems, ...checkAudiences(workflow, job, config), ...checkConcurrency(workflow, job)]
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
  return [...problems, ...checkAudiences(workflow, job, config), ...checkConcurrency(workflow, job)]
}

/** The action that a valid workflow file names; `null`: it calls a reusable workflow. */
export function findAction(text: string): ActionRef | null {
  const read = readWorkflow(text)
  const step = read.kind === 'workflow' ? findJob(read.workflow)?.steps?.find(isGivenRun) : undefined
  return typeof step?.uses === 'string' ? parseActionRef(step.uses) : null
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

/** Variables of the action that name the audience of OIDC tokens for a model's provider. */
const AUDIENCE = /^(?:ANTHROPIC_OIDC|OPENAI_WIF|OPENROUTER_OIDC)_AUDIENCE$/

/** With a token for this audience, the provider could claim runs. The action refuses it, too. */
const checkAudiences = ({ env }: Workflow, job: Job | undefined, { publicUrl }: WorkflowConfig): string[] =>
  [env, job?.env, ...(job?.steps ?? []).map((step) => step.env)]
    .flatMap((given) => (typeof given === 'object' && given !== null ? Object.entries(given) : []))
    .filter(
      ([name, value]) =>
        AUDIENCE.test(name) &&
        String(value).trim().replace(/\/+$/, '').toLowerCase() === publicUrl.toLowerCase(),
    )
    .map(([name]) => `\`${name}\` is the address of this server: name an audience of the model's provider`)

const writesIdToken = (permissions: unknown): boolean =>
  permissions === 'write-all' ||
  (typeof permissions === 'object' &&
    permissions !== null &&
    'id-token' in permissions &&
    permissions['id-token'] === 'write')

const Inputs = z.record(z.string(), z.unknown())
const Trigger = z.looseObject({ inputs: Inputs.optional() }).nullish()

/** What is given inputs: a step that uses an action, or a job that calls a reusable workflow. */
const Use = z.looseObject({
  uses: z.unknown().optional(),
  with: Inputs.nullish(),
  env: z.unknown().optional(),
})

const Job = z.looseObject({
  ...Use.shape,
  permissions: z.unknown().optional(),
  concurrency: z.unknown().optional(),
  steps: z.array(Use).optional(),
})

const Workflow = z.looseObject({
  'run-name': z.string().optional(),
  on: z.looseObject({ workflow_dispatch: Trigger, workflow_call: Trigger }),
  permissions: z.unknown().optional(),
  concurrency: z.unknown().optional(),
  env: z.unknown().optional(),
  jobs: z.record(z.string(), Job),
})

export type Use = z.infer<typeof Use>
export type Job = z.infer<typeof Job>
export type Workflow = z.infer<typeof Workflow>

/** The parts of a workflow file that matter to a run; otherwise where it is no workflow, or why it cannot be read. */
function readWorkflow(
  text: string,
): { kind: 'workflow'; workflow: Workflow } | { kind: 'invalid'; where: string } {
  const file = parseYaml(text)
  if (file.kind === 'unreadable') return { kind: 'invalid', where: file.why }
  const read = Workflow.safeParse(file.value)
  return read.success
    ? { kind: 'workflow', workflow: read.data }
    : { kind: 'invalid', where: read.error.issues[0]?.path.join('.') || 'the whole file' }
}

const Triggers = z.looseObject({
  on: z.union([z.string(), z.array(z.string()), z.record(z.string(), z.unknown())]),
})

/** The names of the events that start the workflow. */
export function readTriggers(text: string): readonly string[] {
  const file = parseYaml(text)
  const read = Triggers.safeParse(file.kind === 'value' ? file.value : undefined)
  if (!read.success) return []
  const { on } = read.data
  if (typeof on === 'string') return [on]
  return Array.isArray(on) ? on : Object.keys(on)
}

/** Maximum size of a workflow file, in bytes. The file of Prentice has one kilobyte. */
const LIMIT = 64 * 1024

/** Anybody who can push can write a workflow file, and parsing runs on the server's event loop: it is bounded. */
function parseYaml(
  text: string,
):
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'unreadable'; readonly why: string } {
  if (Buffer.byteLength(text) > LIMIT) return { kind: 'unreadable', why: 'the file is larger than 64 KiB' }
  const read = readYaml(text)
  const [error] = read.errors
  if (error !== undefined) {
    const line = error.at === null ? '' : `line ${error.at.line}: `
    return { kind: 'unreadable', why: `${line}${error.message}` }
  }
  return { kind: 'value', value: read.kind === 'value' ? read.value : undefined }
}

const isGivenRun = (use: Use): boolean => use.with != null && RUN_INPUT in use.with
