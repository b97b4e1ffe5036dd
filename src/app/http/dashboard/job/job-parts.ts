import type { PullRequestLink, PullRequestState } from '../../../domain/job.ts'
import type { Origin } from '../../../domain/origin.ts'
import { type Html, html, icon, NOTHING } from '../frame/html.ts'

interface OriginView {
  readonly icon: string
  readonly who: string
  readonly how: string
  /** Where on GitHub it was asked; `null`: elsewhere. */
  readonly link: { readonly text: string; readonly url: string } | null
}

const PLACES = {
  comment: 'in a comment',
  'review-comment': 'in a review comment',
  review: 'in a review',
  label: 'with a label',
} as const

/** Who asked, and how. Pure. */
export function describeOrigin(origin: Origin, repository: string): OriginView {
  switch (origin.kind) {
    case 'key':
      return { icon: 'key', who: `API key ${origin.name}`, how: 'through the API', link: null }
    case 'watch':
      return { icon: 'git-merge', who: origin.name, how: 'by a merge in that repository', link: null }
    case 'settings':
      return { icon: 'workflow', who: origin.id, how: 'by the settings', link: null }
    case 'actor':
      return origin.via === 'dashboard'
        ? { icon: 'person', who: `@${origin.login}`, how: 'in the dashboard', link: null }
        : { icon: 'workflow', who: `@${origin.login}`, how: 'by starting the workflow', link: null }
    case 'github': {
      const url = `${repository}/issues/${origin.issue}`
      return {
        icon: origin.via === 'label' ? 'tag' : 'comment',
        who: `@${origin.login}`,
        how: PLACES[origin.via],
        link: { text: `on #${origin.issue}`, url },
      }
    }
  }
}

const ICONS: Readonly<Record<PullRequestState, string>> = {
  draft: 'git-pull-request-draft',
  open: 'git-pull-request',
  merged: 'git-merge',
  closed: 'git-pull-request-closed',
}

const STATE_NAMES: Readonly<Record<PullRequestState, string>> = {
  draft: 'Draft',
  open: 'Open',
  merged: 'Merged',
  closed: 'Closed',
}

/** The pull request with its state, as GitHub last showed it. */
export function pullRequestBadge({ number, url, state }: PullRequestLink): Html {
  const stateName = state === undefined ? NOTHING : html` <span class="muted">${STATE_NAMES[state]}</span>`
  return html`<span class="pull pull-${state ?? 'open'}">${icon(ICONS[state ?? 'open'])} <a href="${url}">#${number}</a>${stateName}</span>`
}

/** A form that is sent twice does its work once. */
export const idempotency = (): Html =>
  html`<input type="hidden" name="idempotency-key" value="${crypto.randomUUID()}">`
