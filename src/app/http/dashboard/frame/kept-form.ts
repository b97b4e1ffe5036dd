import type { Context } from 'hono'
import { PROMPT_LIMIT } from '../../../../contract/job.ts'
import { createBodyBudget } from '../../shared/read-body.ts'
import { type Html, html, join } from './html.ts'
import { readAnyForm } from './read-form.ts'
import { type DashboardEnv, viewOf } from './view.ts'

/** Bytes of the forms of people who are not signed in, and of the pages that keep them, until they have read theirs. */
const ALL_FORMS_LIMIT = 32 * 1024 * 1024
const budget = createBodyBudget(ALL_FORMS_LIMIT)
/** The longest prompt fits, also of quotes alone. */
const MOST_DRAWN = 6 * PROMPT_LIMIT + 200_000
/** Anybody can post a form: of people who are not signed in, so many bytes are read, and drawn. */
const MOST_OF_VISITOR = 128 * 1024

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
  const isVisitor = viewOf(c).viewer === null
  try {
    const fields = [...(await readAnyForm(c, isVisitor ? { most: MOST_OF_VISITOR, share } : {}))]
    const { pathname, search } = new URL(c.req.url)
    const drawn = drawnLength(fields)
    const most = isVisitor ? MOST_OF_VISITOR : MOST_DRAWN
    if (drawn === 0 || drawn > most || (isVisitor && !share.take(drawn))) return null
    return { action: `${pathname}${search}`, fields }
  } catch {
    // The page of the error that came first says enough.
    share.release()
    return null
  }
}

/** The elements around a field. */
const OF_FIELD = 50

/** Characters in the page, where `"` takes six; of much longer forms, at least `MOST_DRAWN`. */
function drawnLength(fields: KeptForm['fields']): number {
  let length = fields.length * OF_FIELD
  for (const text of fields.flat()) {
    length += text.length
    for (let at = 0; at < text.length && length <= MOST_DRAWN; at++)
      length += isEscaped(text.charCodeAt(at)) ? 5 : 0
  }
  return length
}

/** `"`, `&`, `'`, `<` and `>`. */
const isEscaped = (code: number): boolean =>
  code === 0x22 || code === 0x26 || code === 0x27 || code === 0x3c || code === 0x3e

/** `before`: what comes first, for example the sign-in. */
export function drawKeptForm({ action, fields }: KeptForm, before: Html): Html {
  return html`<form class="kept" method="post" action="${action}">${join(fields.map(([name, value]) => drawField('What you typed', name, value)))}
<div class="row">${before}<button class="button">Send again</button></div></form>`
}

/** The prompt can be read, copied and changed; the rest is as it was. */
const drawField = (label: string, name: string, value: string): Html =>
  name === 'prompt'
    ? html`<div class="field"><label for="kept">${label}</label><textarea id="kept" name="prompt" rows="8">
${value}</textarea></div>`
    : html`<input type="hidden" name="${name}" value="${value}">`
