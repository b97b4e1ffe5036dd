import { readFileSync } from 'node:fs'
import { isFullSha, usesLineOf } from '../config/action-ref.ts'
import type { WorkflowConfig } from '../config/config.ts'
import type { Installation } from '../github/repository.ts'
import { checkWorkflowFile } from './check-workflow-file.ts'
import { fillWorkflow } from './fill-workflow.ts'
import type { AccountWorkflow, OnboardingPort } from './onboard-repository.ts'
import { readTriggers } from './workflow-schema.ts'

export const readTemplate = (name: string): string =>
  readFileSync(new URL(`../../../docs/${name}`, import.meta.url), 'utf8')

/** Why the server adds no workflow file anywhere; `null`: it may. */
export function whyNoOnboarding({ actionRef, reusableWorkflows }: WorkflowConfig): string | null {
  if (reusableWorkflows.length > 0 || isFullSha(actionRef.ref)) return null
  return `ACTION_REF: it is ${usesLineOf(actionRef)}, which can change; set it to a full commit SHA, for example owner/name@SHA # v1.2.3`
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
