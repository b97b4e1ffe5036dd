import { usesLineOf } from '../config/action-ref.ts'
import type { WorkflowConfig } from '../config/config.ts'

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
