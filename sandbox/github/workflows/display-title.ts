import { evaluateTemplate, Unsupported } from '../../expressions/evaluate.ts'
import { ApiError } from '../rest/api-error.ts'
import type { WorkflowFile } from './parse-workflow.ts'

/** `run-name` with its expressions evaluated. Without `run-name`, a run has the name of its workflow. */
export const displayTitleOf = (
  file: WorkflowFile,
  inputs: Readonly<Record<string, string>>,
  workflowName: string,
): string => {
  if (file.runName === null) return workflowName
  const github = { event_name: 'workflow_dispatch', event: { inputs } }
  try {
    return evaluateTemplate(file.runName, { inputs, github })
  } catch (error) {
    if (!(error instanceof Unsupported)) throw error
    throw new ApiError(501, `the sandbox GitHub does not support ${error.message}, in run-name`)
  }
}
