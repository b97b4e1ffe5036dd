import type { Origin } from '../../../domain/origin.ts'
import type { View } from '../frame/view.ts'
import { JOB_WORDS } from './job-words.ts'

export interface OriginView {
  readonly icon: string
  readonly who: string
  readonly how: string
  /** Where on GitHub it was asked; `null`: elsewhere. */
  readonly link: { readonly text: string; readonly url: string } | null
}

/** Who asked, and how. Pure. */
export function describeOrigin(view: Pick<View, 'say'>, origin: Origin, repository: string): OriginView {
  const words = view.say(JOB_WORDS)
  switch (origin.kind) {
    case 'key':
      return { icon: 'key', who: words.keyNamed(origin.name), how: words.overApi, link: null }
    case 'watch':
      return { icon: 'git-merge', who: origin.name, how: words.byMerge, link: null }
    case 'settings':
      return { icon: 'workflow', who: origin.id, how: words.bySettings, link: null }
    case 'actor':
      return origin.via === 'dashboard'
        ? { icon: 'person', who: `@${origin.login}`, how: words.inDashboard, link: null }
        : { icon: 'workflow', who: `@${origin.login}`, how: words.byWorkflow, link: null }
    case 'github': {
      const url = `${repository}/issues/${origin.issue}`
      return {
        icon: origin.via === 'label' ? 'tag' : 'comment',
        who: `@${origin.login}`,
        how: words[`by-${origin.via}`],
        link: { text: words.onIssue(String(origin.issue)), url },
      }
    }
  }
}
