import { WORKFLOW_FILE } from '../../contract/github.ts'
import type { WorkflowConfig } from '../config/config.ts'
import type { RepositoryRef } from '../github/repository.ts'
import type { AppInspection } from '../github/rest/inspect-app.ts'
import { checkWorkflowFile } from './check-workflow-file.ts'

export const WORKFLOW_PATH = `.github/workflows/${WORKFLOW_FILE}`

export interface InspectionDeps extends WorkflowConfig {
  readonly github: Pick<AppInspection, 'readWorkflowState' | 'readWorkflowFile'>
}

export type WorkflowFinding =
  | { readonly kind: 'ok' | 'missing' }
  | { readonly kind: 'wrong'; readonly problems: readonly string[] }
  /** `state`: as GitHub names it; `null`: GitHub does not know the workflow. */
  | { readonly kind: 'inactive'; readonly state: string | null }

/** Three requests. Throws GithubRefused and GithubUnavailable. */
export async function inspectWorkflow(
  deps: InspectionDeps,
  repository: RepositoryRef,
): Promise<WorkflowFinding> {
  const text = await deps.github.readWorkflowFile(repository, WORKFLOW_PATH)
  if (text === null) return { kind: 'missing' }
  const problems = checkWorkflowFile(text, deps)
  if (problems.length > 0) return { kind: 'wrong', problems }
  const state = await deps.github.readWorkflowState(repository, WORKFLOW_FILE)
  return state === 'active' ? { kind: 'ok' } : { kind: 'inactive', state }
}

/** What is wrong with it, for people. Pure. */
export function problemsOf(found: WorkflowFinding): string[] {
  switch (found.kind) {
    case 'ok':
    case 'missing':
      return []
    case 'wrong':
      return [...found.problems]
    case 'inactive':
      return [found.state ?? 'unknown to GitHub']
  }
}
