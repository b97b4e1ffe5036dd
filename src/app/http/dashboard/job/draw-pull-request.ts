import type { PullRequestLink, PullRequestState } from '../../../domain/job.ts'
import { type Html, html, NOTHING } from '../frame/html.ts'
import { icon } from '../frame/icon.ts'

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
  const said = state === undefined ? NOTHING : html` <span class="muted">${STATE_NAMES[state]}</span>`
  return html`<span class="pull pull-${state ?? 'open'}">${icon(ICONS[state ?? 'open'])} <a href="${url}">#${number}</a>${said}</span>`
}
