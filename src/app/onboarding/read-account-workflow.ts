import { readFileSync } from 'node:fs'
import { isFullSha, usesLineOf } from '../config/action-ref.ts'
import type { WorkflowConfig } from '../config/config.ts'
import type { Installation } from '../github/repository.ts'
import { checkWorkflowFile, readTriggers } from './check-workflow-file.ts'
import type { InspectAction } from './inspect-action.ts'
import type { AccountWorkflow, OnboardingPort } from './onboard-repository.ts'

export const readTemplate = (name: string): string =>
  readFileSync(new URL(`../../../docs/${name}`, import.meta.url), 'utf8')

/** Why the server adds no workflow file anywhere; `null`: it may. */
export async function whyNoOnboarding(
  { actionRef, reusableWorkflows, inspectAction }: OnboardingConfig,
  installationId: number | null,
): Promise<string | null> {
  if (reusableWorkflows.length > 0) return null
  if (!isFullSha(actionRef.ref))
    return `ACTION_REF: it is ${usesLineOf(actionRef)}, which can change; set it to a full commit SHA, for example owner/name@SHA # v1.2.3`
  const action = await inspectAction(actionRef, installationId)
  return action.kind === 'wrong' ? `ACTION_REF: ${action.why}` : null
}

interface OnboardingConfig extends Omit<WorkflowConfig, 'publicUrl'> {
  readonly inspectAction: InspectAction
}

type ReadAccountWorkflow =
  | { readonly kind: 'workflow'; readonly workflow: Omit<AccountWorkflow, 'runnerId'> }
  | { readonly kind: 'refused'; readonly why: string }

/** The workflow file that the repositories of an account get. */
export async function readAccountWorkflow(
  github: Pick<OnboardingPort, 'readAccountFile'>,
  config: WorkflowConfig,
  { id, account, permissions }: Pick<Installation, 'id' | 'account' | 'permissions'>,
): Promise<ReadAccountWorkflow> {
  const own = await github.readAccountFile({ installationId: id, owner: account.login }, TEMPLATE_PATH)
  const standard = readTemplate(config.reusableWorkflows.length > 0 ? 'calling-workflow.yml' : 'workflow.yml')
  const chosen = chooseTemplate({ own, standard }, config)
  const from = `${account.login}/${TEMPLATE_REPOSITORY}`
  if (chosen.kind === 'refused')
    return { kind: 'refused', why: `the template ${TEMPLATE_PATH} in ${from} cannot be used: ${chosen.why}` }
  const workflow = {
    text: chosen.text,
    templateFrom: chosen.isOwn ? from : null,
    mayWriteWorkflows: permissions.workflows === 'write',
  }
  return { kind: 'workflow', workflow }
}

/** Where GitHub itself looks for the workflow templates of an organisation, in its repository `.github`. */
const TEMPLATE_REPOSITORY = '.github'
export const TEMPLATE_PATH = 'workflow-templates/prentice.yml'

type ChosenTemplate =
  /** `isOwn`: of the organisation. */
  | { readonly kind: 'workflow'; readonly text: string; readonly isOwn: boolean }
  | { readonly kind: 'refused'; readonly why: string }

/** A workflow that starts by itself would run in every repository that merges the pull request. */
const ALLOWED_TRIGGERS = ['workflow_dispatch', 'schedule']

/** The workflow file of a repository, from the template of its organisation (`own`) or of Prentice (`standard`). */
export function chooseTemplate(
  { own, standard }: { readonly own: string | null; readonly standard: string },
  config: WorkflowConfig,
): ChosenTemplate {
  const text = fillWorkflow(own ?? standard, config)
  if (text === null) return refuse('it calls a reusable workflow, and REUSABLE_WORKFLOWS names none')
  const triggers = readTriggers(text).filter((name) => !ALLOWED_TRIGGERS.includes(name))
  if (triggers.length > 0)
    return refuse(
      `its triggers include ${triggers.join(', ')}; only ${ALLOWED_TRIGGERS.join(' and ')} are allowed`,
    )
  const problems = checkWorkflowFile(text, config)
  return problems.length === 0 ? { kind: 'workflow', text, isOwn: own !== null } : refuse(problems.join('; '))
}

const refuse = (why: string): ChosenTemplate => ({ kind: 'refused', why })

/** What the templates in docs/ say in the place of a server's values. Nothing can be published under a zero SHA. */
const ZERO_SHA = '0'.repeat(40)
const ACTION = `OWNER/NAME@${ZERO_SHA} # VERSION`
const CALLED = `OWNER/NAME/.github/workflows/prentice-reusable.yml@${ZERO_SHA}`
const PUBLIC_URL = 'https://prentice.example.com'

/** A template of a workflow file with the values of this server; `null` if it calls a workflow and none is named. */
export function fillWorkflow(template: string, config: WorkflowConfig): string | null {
  const { actionRef, publicUrl, reusableWorkflows } = config
  const [called] = reusableWorkflows
  if (template.includes(CALLED) && called === undefined) return null
  return template
    .replaceAll(ACTION, () => usesLineOf(actionRef))
    .replaceAll(CALLED, () => `${called?.repository}/${called?.file}@${called?.sha}`)
    .replaceAll(PUBLIC_URL, () => publicUrl)
}
