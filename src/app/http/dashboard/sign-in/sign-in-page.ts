import { type Html, html, NOTHING } from '../frame/html.ts'
import { icon } from '../frame/icon.ts'
import { flashBox, type PageContent } from '../frame/layout.ts'
import type { View } from '../frame/view.ts'
import { SIGN_IN_WORDS } from './sign-in-words.ts'

export type Problem = 'failed' | 'expired' | 'denied'

/** `to`: the page that the person asked for, below `/dashboard`. */
export function signInPage(view: View, to: string, problem: Problem | null): PageContent {
  const words = view.say(SIGN_IN_WORDS)
  const href = `/dashboard/sign-in/github?to=${encodeURIComponent(to)}`
  return {
    title: words.title,
    nav: null,
    heading: NOTHING,
    body: html`<div class="blank">${icon('git-pull-request')}<h1>${words.title}</h1><p class="muted">${words.lead}</p>
${problem === null ? NOTHING : flashBox({ tone: 'danger', text: words[problem] })}
<p><a class="button button-primary" href="${href}">${icon('mark-github')}<span>${words.button}</span></a></p>
<p class="muted small">${words.privacy}</p></div>`,
  }
}

/** Where the operator has not set what the sign-in needs. */
export function notSetUpPage(view: View, publicUrl: string): PageContent {
  const words = view.say(SIGN_IN_WORDS)
  const lines: Html = html`<pre tabindex="0">CLIENT_SECRET=…</pre>`
  return {
    title: words.setUpTitle,
    nav: null,
    heading: NOTHING,
    body: html`<div class="blank">${icon('tools')}<h1>${words.setUpTitle}</h1><p>${words.setUp}</p>${lines}<p>${words.setUpThen}</p><pre tabindex="0">${publicUrl}/dashboard/callback</pre><p class="muted">${words.setUpDocs}</p></div>`,
  }
}
