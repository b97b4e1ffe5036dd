import type { ProjectCheck } from '../../../onboarding/check-project.ts'
import { WORKFLOW_PATH } from '../../../onboarding/inspect-workflow.ts'
import type { Project } from '../../../projects/project.ts'
import type { View } from '../frame/view.ts'
import { PROJECTS_WORDS } from './projects-words.ts'
import type { Part } from './setup-part.ts'

export interface FoundWorkflow {
  readonly kind: ProjectCheck['workflow']['kind']
  readonly problems: readonly string[]
  readonly newFileUrl?: string | undefined
}

/** What a check found out about the workflow file, and what to do. */
export function workflowPart(
  view: View,
  { url, defaultBranch }: Pick<Project, 'url' | 'defaultBranch'>,
  { kind, problems, newFileUrl }: FoundWorkflow,
): Omit<Part, 'name' | 'state'> {
  const words = view.say(PROJECTS_WORDS)
  switch (kind) {
    case 'ok':
      return { text: words.workflowOk }
    case 'elsewhere':
      return { text: words.workflowElsewhere }
    case 'missing':
      if (newFileUrl !== undefined)
        return {
          text: words.workflowMissing,
          next: words.workflowAddNext,
          link: { href: newFileUrl, text: words.workflowAdd },
        }
      return {
        text: words.workflowMissing,
        next: words.workflowMissingNext,
        link: { href: `${url}/pulls`, text: words.workflowPulls },
      }
    case 'wrong':
      return {
        text: words.workflowWrong,
        list: problems,
        next: words.workflowWrongNext,
        link: {
          href: `${url}/edit/${defaultBranch ?? 'HEAD'}/${WORKFLOW_PATH}`,
          text: words.workflowEdit,
        },
      }
    case 'inactive':
      return {
        text: words.workflowInactive(problems.join(', ')),
        next: words.workflowInactiveNext,
        link: { href: `${url}/actions`, text: words.actions },
      }
    case 'unknown':
      return { text: words.workflowUnknown }
  }
}
