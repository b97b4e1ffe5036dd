import { WORKFLOW_FILE } from '../../contract/github.ts'
import type { WorkflowConfig } from '../config/config.ts'
import type { RepositoryRef } from '../github/repository.ts'
import type { AppInspection } from '../github/rest/inspect-app.ts'
import { checkWorkflowFile, findAction } from './check-workflow-file.ts'
import type { InspectAction } from './inspect-action.ts'

export const WORKFLOW_PATH = `.github/workflows/${WORKFLOW_FILE}`

export interface InspectionDeps extends WorkflowConfig {
  readonly github: Pick<AppInspection, 'readWorkflowState' | 'readWorkflowFile'>
  readonly inspectAction: InspectAction
}

export type WorkflowFinding =
  /** `doubt`: why it is not known that its action exists; `null`: it does. */
  | { readonly kind: 'ok'; readonly doubt: string | null }
  | { readonly kind: 'missing' }
  | { readonly kind: 'wrong'; readonly problems: readonly string[] }
  /** `state`: as GitHub names it; `null`: GitHub does not know the workflow. */
  | { readonly kind: 'inactive'; readonly state: string | null }

/** Three requests, and some more for an action that was not seen before. Throws GithubRefused and GithubUnavailable. */
export async function inspectWorkflow(
  deps: InspectionDeps,
  repository: RepositoryRef,
): Promise<WorkflowFinding> {
  const text = await deps.github.readWorkflowFile(repository, WORKFLOW_PATH)
  if (text === null) return { kind: 'missing' }
  const problems = checkWorkflowFile(text, deps)
  if (problems.length > 0) return { kind: 'wrong', problems }
  const named = findAction(text)
  // The doctor looks at the action of a reusable workflow.
  const action = named === null ? null : await deps.inspectAction(named, repository.installationId)
  if (action?.kind === 'wrong') return { kind: 'wrong', problems: [`\`uses\`: ${action.why}`] }
  const state = await deps.github.readWorkflowState(repository, WORKFLOW_FILE)
  if (state !== 'active') return { kind: 'inactive', state }
  return { kind: 'ok', doubt: action?.kind === 'unverified' ? action.why : null }
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

/** GitHub refuses longer addresses with 414. */
const MAX_URL = 8_000

interface NewFile {
  /** Web address of the repository. */
  readonly url: string
  readonly branch: string
  readonly path: string
  readonly text: string
}

/**
 * GitHub's page that creates the file, filled in: for people who may write workflow files, where the App may not. A text
 * that is too long for an address is left out.
 */
export function newFileUrl({ url, branch, path, text }: NewFile): { url: string; hasText: boolean } {
  const empty = emptyFileUrl({ url, branch, path })
  const filled = `${empty}&${new URLSearchParams({ value: text })}`
  return filled.length <= MAX_URL ? { url: filled, hasText: true } : { url: empty, hasText: false }
}

/** The same page, with the name of the file only. */
export const emptyFileUrl = ({ url, branch, path }: Omit<NewFile, 'text'>): string =>
  `${url}/new/${branch.split('/').map(encodeURIComponent).join('/')}?${new URLSearchParams({ filename: path })}`
