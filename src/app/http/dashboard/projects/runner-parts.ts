import type { RunnerInspection } from '../../../onboarding/inspect-runner.ts'
import type { Part } from './setup-part.ts'
import { workflowPart } from './workflow-part.ts'

/** What a runner repository needs, and what to do about what is missing. */
export function runnerParts(found: RunnerInspection & { readonly kind: 'seen' }, login: string): Part[] {
  const { url, defaultBranch, workflow } = found
  const part = (isDone: boolean, name: string, done: string, todo: Omit<Part, 'name' | 'state'>): Part =>
    isDone ? { name, state: 'done', text: done } : { name, state: 'todo', ...todo }
  return [
    part(found.isOwn, `Belongs to ${login}`, 'GitHub confirms the owner.', {
      text: 'Another account owns it.',
      next: 'Choose a repository of this account.',
    }),
    part(found.isPrivate, 'Private', 'Only people with access can read the logs of its runs.', {
      text: 'It is not private, and everybody who can read it could read the logs of all runs.',
      next: 'Make it private, or choose another repository.',
      link: { href: `${url}/settings`, text: 'Repository settings' },
    }),
    part(found.isActive, 'Not archived', 'GitHub starts its workflows.', {
      text: 'GitHub starts no workflows in an archived repository.',
      next: 'Unarchive it, or choose another repository.',
    }),
    part(
      found.isProtected,
      `Default branch ${defaultBranch} is protected`,
      'A ruleset demands reviews, or a branch protection covers it.',
      {
        text: 'No rule demands a review of changes. Anyone who can change its workflow file can read the secret of the model.',
        next: 'Add a ruleset that requires pull requests with reviews. For private repositories, GitHub needs a paid plan.',
        link: { href: `${url}/settings/rules`, text: 'Rules of the repository' },
      },
    ),
    {
      name: 'Workflow file',
      state: workflow.kind === 'ok' ? 'done' : 'todo',
      ...workflowPart(found, workflow),
    },
  ]
}
