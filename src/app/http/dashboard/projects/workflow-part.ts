import { commandOf } from '../../../command-line/command-name.ts'
import type { ProjectCheck } from '../../../onboarding/check-project.ts'
import { ONBOARDING_TITLE } from '../../../onboarding/describe-onboarding.ts'
import { WORKFLOW_PATH } from '../../../onboarding/inspect-workflow.ts'
import type { Project } from '../../../projects/project.ts'
import type { Part } from './setup-part.ts'

export interface FoundWorkflow {
  readonly kind: ProjectCheck['workflow']['kind']
  readonly problems: readonly string[]
  readonly newFileUrl?: string | undefined
}

/** What a check found out about the workflow file, and what to do. */
export function workflowPart(
  { url, defaultBranch }: Pick<Project, 'url' | 'defaultBranch'>,
  { kind, problems, newFileUrl }: FoundWorkflow,
): Omit<Part, 'name' | 'state'> {
  switch (kind) {
    case 'ok':
      return { text: 'It is on the default branch, and it is active.' }
    case 'elsewhere':
      return { text: 'Not needed: the runner repository of the account works on this project.' }
    case 'missing':
      if (newFileUrl !== undefined)
        return {
          text: 'It is not on the default branch.',
          next: 'Open GitHub’s editor with the file filled in, and commit it to the default branch.',
          link: { href: newFileUrl, text: 'Add the file' },
        }
      return {
        text: 'It is not on the default branch.',
        next: `Merge the pull request “${ONBOARDING_TITLE}”. If there is none, add the file that the server prints with ${commandOf('workflow')}.`,
        link: { href: `${url}/pulls`, text: 'Open pull requests' },
      }
    case 'wrong':
      return {
        text: 'This server cannot use it:',
        list: problems,
        next: `Correct it: ${commandOf('workflow')} prints a valid file.`,
        link: {
          href: `${url}/edit/${defaultBranch ?? 'HEAD'}/${WORKFLOW_PATH}`,
          text: 'Edit the file',
        },
      }
    case 'inactive':
      return {
        text: `GitHub does not run it: ${problems.join(', ')}.`,
        next: 'Enable it on the Actions page of the repository.',
        link: { href: `${url}/actions`, text: 'Actions' },
      }
    case 'unknown':
      return { text: 'GitHub has not reported its state yet.' }
  }
}
