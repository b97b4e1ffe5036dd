import { type ActionRef, usesLineOf } from '../config/action-ref.ts'

/** What the templates in docs/ say in the place of a server's values. Nothing can be published under a zero SHA. */
const ACTION = `OWNER/NAME@${'0'.repeat(40)} # VERSION`
const PUBLIC_URL = 'https://prentice.example.com'

export interface WorkflowValues {
  readonly actionRef: ActionRef
  readonly publicUrl: string
}

/** A template of a workflow file with the values of this server. */
export const fillWorkflow = (template: string, { actionRef, publicUrl }: WorkflowValues): string =>
  template.replaceAll(ACTION, () => usesLineOf(actionRef)).replaceAll(PUBLIC_URL, () => publicUrl)
