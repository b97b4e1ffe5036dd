import { ApiError } from '../rest/api-error.ts'
import type { WorkflowFile } from './parse-workflow.ts'

const EXPRESSION = /\$\{\{\s*(.*?)\s*\}\}/g
const INPUT = /^(?:inputs|github\.event\.inputs)\.([\w-]+)$/

/** `run-name` with its inputs inserted. Without `run-name`, a run has the name of its workflow. */
export const displayTitleOf = (
  file: WorkflowFile,
  inputs: Readonly<Record<string, string>>,
  workflowName: string,
): string => {
  if (file.runName === null) return workflowName
  return file.runName.replace(EXPRESSION, (_, expression: string) => {
    const name = INPUT.exec(expression)?.[1]
    if (name === undefined)
      throw new ApiError(501, `the sandbox GitHub does not evaluate \${{ ${expression} }} in run-name`)
    return inputs[name] ?? ''
  })
}
