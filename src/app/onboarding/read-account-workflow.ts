import { readFileSync } from 'node:fs'
import { isFullSha, usesLineOf } from '../config/action-ref.ts'
import type { WorkflowConfig } from '../config/config.ts'
import type { Installation } from '../github/repository.ts'
import { chooseTemplate, TEMPLATE_PATH, TEMPLATE_REPOSITORY } from './choose-template.ts'
import type { AccountWorkflow, OnboardingPort } from './onboard-repository.ts'

export const readTemplate = (name: string): string =>
  readFileSync(new URL(`../../../docs/${name}`, import.meta.url), 'utf8')

/** Why the server adds no workflow file anywhere; `null`: it may. */
export function whyNoOnboarding({ actionRef, reusableWorkflows }: WorkflowConfig): string | null {
  if (reusableWorkflows.length > 0 || isFullSha(actionRef.ref)) return null
  return `ACTION_REF: it is ${usesLineOf(actionRef)}, which can change; set it to a full commit SHA, for example owner/name@SHA # v1.2.3`
}

export type ReadAccountWorkflow =
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
