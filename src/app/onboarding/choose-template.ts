import type { WorkflowConfig } from '../config/config.ts'
import { checkWorkflowFile } from './check-workflow-file.ts'
import { fillWorkflow } from './fill-workflow.ts'
import { readTriggers } from './workflow-schema.ts'

/** Where GitHub itself looks for the workflow templates of an organisation, in its repository `.github`. */
export const TEMPLATE_REPOSITORY = '.github'
export const TEMPLATE_PATH = 'workflow-templates/prentice.yml'

export type ChosenTemplate =
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
