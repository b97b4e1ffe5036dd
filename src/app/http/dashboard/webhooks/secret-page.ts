import type { WithSecret } from '../../../outgoing/endpoints/webhooks.ts'
import { copyButton } from '../frame/copy-button.ts'
import { dateTime } from '../frame/formats.ts'
import { html, NOTHING } from '../frame/html.ts'
import { icon } from '../frame/icon.ts'
import type { PageContent } from '../frame/layout.ts'
import { linkTo, type View } from '../frame/view.ts'

/** The only page that shows a secret. Like all pages it is never stored by a browser. */
export function secretPage(view: View, { webhook, secret, secretExpiresAt }: WithSecret): PageContent {
  const overlap =
    secretExpiresAt === null
      ? NOTHING
      : html`<p>Until then, the previous secret signs, too: <strong>${dateTime(view, secretExpiresAt)}</strong></p>`
  const use =
    webhook.format === 'standard'
      ? html`<p>Verify the signature of each request with it, as Standard Webhooks describes. <a href="https://www.standardwebhooks.com">How to verify</a></p>`
      : html`<p>Messages to a chat are not signed: the secret is needed only for the format Signed JSON.</p>`
  return {
    title: 'The secret of the webhook',
    nav: 'webhooks',
    body: html`<p class="flash flash-attention" role="alert">${icon('alert')}<span>Copy the secret now. It is not shown again.</span></p>
<div class="box"><div class="box-header"><h2 class="box-title">${webhook.name}</h2></div><div class="box-body reveal"><code class="secret" aria-label="the secret">${secret}</code>${copyButton(secret, 'the secret')}</div></div>
${use}${overlap}
<p class="section"><a class="button button-primary" href="${linkTo(view, `/webhooks/${webhook.id}`)}">I have copied the secret</a></p>`,
  }
}
