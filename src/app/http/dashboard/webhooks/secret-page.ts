import type { WithSecret } from '../../../outgoing/endpoints/webhooks.ts'
import { copyButton } from '../frame/copy-button.ts'
import { dateTime } from '../frame/formats.ts'
import { html, NOTHING } from '../frame/html.ts'
import { icon } from '../frame/icon.ts'
import type { PageContent } from '../frame/layout.ts'
import { linkTo, type View } from '../frame/view.ts'
import { WEBHOOK_WORDS } from './webhook-words.ts'

/** The only page that shows a secret. Like all pages it is never stored by a browser. */
export function secretPage(view: View, { webhook, secret, secretExpiresAt }: WithSecret): PageContent {
  const words = view.say(WEBHOOK_WORDS)
  const overlap =
    secretExpiresAt === null
      ? NOTHING
      : html`<p>${words.oldSigns} <strong>${dateTime(view, secretExpiresAt)}</strong></p>`
  const use =
    webhook.format === 'standard'
      ? html`<p>${words.verify} <a href="https://www.standardwebhooks.com">${words.howToVerify}</a></p>`
      : html`<p>${words.notSigned}</p>`
  return {
    title: words.revealTitle,
    nav: 'webhooks',
    body: html`<p class="flash flash-attention" role="alert">${icon('alert')}<span>${words.revealOnce}</span></p>
<div class="box"><div class="box-header"><h2 class="box-title">${webhook.name}</h2></div><div class="box-body reveal"><code class="secret" aria-label="${words.theSecret}">${secret}</code>${copyButton(view, secret, words.theSecret)}</div></div>
${use}${overlap}
<p class="section"><a class="button button-primary" href="${linkTo(view, `/webhooks/${webhook.id}`)}">${words.done}</a></p>`,
  }
}
