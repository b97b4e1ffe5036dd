import type { RunnerInspection } from '../../../onboarding/inspect-runner.ts'
import type { View } from '../frame/view.ts'
import { PROJECTS_WORDS } from './projects-words.ts'
import { RUNNER_WORDS } from './runner-words.ts'
import type { Part } from './setup-part.ts'
import { workflowPart } from './workflow-part.ts'

/** What a runner repository needs, and what to do about what is missing. */
export function runnerParts(
  view: View,
  found: RunnerInspection & { readonly kind: 'seen' },
  login: string,
): Part[] {
  const words = view.say(RUNNER_WORDS)
  const { url, defaultBranch, workflow } = found
  const part = (isDone: boolean, name: string, done: string, todo: Omit<Part, 'name' | 'state'>): Part =>
    isDone ? { name, state: 'done', text: done } : { name, state: 'todo', ...todo }
  return [
    part(found.isOwn, words.own(login), words.ownOk, { text: words.ownWrong, next: words.ownNext }),
    part(found.isPrivate, words.private, words.privateOk, {
      text: words.privateWrong,
      next: words.privateNext,
      link: { href: `${url}/settings`, text: words.privateLink },
    }),
    part(found.isActive, words.active, words.activeOk, { text: words.activeWrong, next: words.activeNext }),
    part(found.isProtected, words.protected(defaultBranch), words.protectedOk, {
      text: words.protectedWrong,
      next: words.protectedNext,
      link: { href: `${url}/settings/rules`, text: words.protectedLink },
    }),
    {
      name: view.say(PROJECTS_WORDS).workflow,
      state: workflow.kind === 'ok' ? 'done' : 'todo',
      ...workflowPart(view, found, workflow),
    },
  ]
}
