import { parseDocument } from 'yaml'
import type { ChosenModel } from './choose-model.ts'

/** Fills in the workflow template like a user would, with the addresses of the sandbox. */
export function workflowForSandbox(
  template: string,
  sandbox: { readonly action: string; readonly appUrl: string; readonly model: ChosenModel },
): string {
  const document = parseDocument(template)
  const jobs = document.toJS().jobs as Record<string, unknown>
  const [job] = Object.keys(jobs)
  const step = ['jobs', job, 'steps', 0]
  const keys = Object.keys(sandbox.model.secrets).map((name) => [name, `\${{ secrets.${name} }}`])
  document.setIn([...step, 'uses'], sandbox.action)
  document.setIn([...step, 'with', 'app-url'], sandbox.appUrl)
  document.setIn([...step, 'env'], document.createNode({ ...Object.fromEntries(keys), ...sandbox.model.env }))
  return document.toString({ lineWidth: 0 })
}
