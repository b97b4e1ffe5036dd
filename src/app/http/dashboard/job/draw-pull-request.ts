import type { PullRequestLink, PullRequestState } from '../../../domain/job.ts'
import { type Html, html, NOTHING } from '../frame/html.ts'
import { icon } from '../frame/icon.ts'
import type { View } from '../frame/view.ts'
import { JOB_WORDS } from './job-words.ts'

const ICONS: Readonly<Record<PullRequestState, string>> = {
  draft: 'git-pull-request-draft',
  open: 'git-pull-request',
  merged: 'git-merge',
  closed: 'git-pull-request-closed',
}

/** The pull request with its state, as GitHub last showed it. */
export function pullRequestBadge(view: Pick<View, 'say'>, { number, url, state }: PullRequestLink): Html {
  const words = view.say(JOB_WORDS)
  const said = state === undefined ? NOTHING : html` <span class="muted">${words[state]}</span>`
  return html`<span class="pull pull-${state ?? 'open'}">${icon(ICONS[state ?? 'open'])} <a href="${url}">#${number}</a>${said}</span>`
}
