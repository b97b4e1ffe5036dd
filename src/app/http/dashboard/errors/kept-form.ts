import type { Context } from 'hono'
import { createBodyBudget } from '../../shared/body-budget.ts'
import { type Html, html, join } from '../frame/html.ts'
import { readForm } from '../frame/read-form.ts'
import { type DashboardEnv, type View, viewOf } from '../frame/view.ts'
import { FRAME_WORDS } from '../words/frame-words.ts'

/** Bytes of the forms of people who are not signed in, until they have read the page that keeps theirs. */
const ALL_FORMS_LIMIT = 32 * 1024 * 1024
const budget = createBodyBudget(ALL_FORMS_LIMIT)

/** A request that nothing came of, and that may succeed later as it was. */
const MAY_SUCCEED = [401, 429, 503]

/** What a person posted, to be sent again: browsers do not restore the fields of a page that they may not store. */
export interface KeptForm {
  readonly action: string
  readonly fields: readonly (readonly [string, string])[]
}

/** `null`: there is nothing to send again. */
export async function keepForm(c: Context<DashboardEnv>, status: number): Promise<KeptForm | null> {
  if (c.req.method !== 'POST' || !MAY_SUCCEED.includes(status)) return null
  const share = budget.open()
  c.env.outgoing.once('close', () => share.release())
  try {
    const fields = [...(await readForm(c, viewOf(c).viewer === null ? share : undefined))]
    const { pathname, search } = new URL(c.req.url)
    return fields.length === 0 ? null : { action: `${pathname}${search}`, fields }
  } catch {
    // The page of the error that came first says enough.
    share.release()
    return null
  }
}

/** `before`: what comes first, for example the sign-in. */
export function drawKeptForm(view: View, { action, fields }: KeptForm, before: Html): Html {
  const words = view.say(FRAME_WORDS)
  return html`<form class="kept" method="post" action="${action}">${join(fields.map(([name, value]) => drawField(words.typed, name, value)))}
<div class="row">${before}<button class="button">${words.sendAgain}</button></div></form>`
}

/** The prompt can be read, copied and changed; the rest is as it was. */
const drawField = (label: string, name: string, value: string): Html =>
  name === 'prompt'
    ? html`<div class="field"><label for="kept">${label}</label><textarea id="kept" name="prompt" rows="8">
${value}</textarea></div>`
    : html`<input type="hidden" name="${name}" value="${value}">`
