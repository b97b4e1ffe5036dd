import { type Html, html, icon, NOTHING } from '../frame/html.ts'
import { flashBox, type PageContent } from '../frame/layout.ts'

const PROBLEMS = {
  failed: 'GitHub did not complete the sign-in. Try again.',
  expired: 'The sign-in took too long, or was started in another browser. Try again.',
  denied: 'You cancelled the sign-in on GitHub.',
} as const

export type Problem = keyof typeof PROBLEMS

/** `to`: the page that the person asked for, below `/dashboard`. */
export function signInPage(to: string, problem: Problem | null): PageContent {
  const href = `/dashboard/sign-in/github?to=${encodeURIComponent(to)}`
  return {
    title: 'Sign in',
    nav: null,
    heading: NOTHING,
    body: html`<div class="blank">${icon('git-pull-request')}<h1>Sign in</h1><p class="muted">See your jobs, projects and API keys. Prentice shows what GitHub lets you see.</p>
${problem === null ? NOTHING : flashBox({ tone: 'danger', text: PROBLEMS[problem] })}
<p><a class="button button-primary" href="${href}">${icon('mark-github')}<span>Sign in with GitHub</span></a></p>
<p class="muted small">Signing in tells Prentice who you are and which repositories you may access. It gives Prentice no further access to them.</p></div>`,
  }
}

/** Where the operator has not set what the sign-in needs. */
export function notSetUpPage(publicUrl: string): PageContent {
  const lines: Html = html`<pre tabindex="0">CLIENT_SECRET=…</pre>`
  return {
    title: 'The dashboard is not set up',
    nav: null,
    heading: NOTHING,
    body: html`<div class="blank">${icon('tools')}<h1>The dashboard is not set up</h1><p>People sign in through the GitHub App, which needs its client secret. The operator of this server generates one on the settings page of the App, and sets this variable:</p>${lines}<p>Add this callback URL to the App, then restart the server:</p><pre tabindex="0">${publicUrl}/dashboard/callback</pre><p class="muted">Everything else works without it.</p></div>`,
  }
}
