import { html, raw } from 'hono/html'

/** Text of a page. Values that are put into it are escaped. */
export type Html = ReturnType<typeof html>

export { html, raw }

export const NOTHING: Html = raw('')

/** The parts, one after the other. */
export const join = (parts: readonly Html[]): Html => html`${parts}`

/** The finished text. All values of our pages are known when they are drawn. */
export function asText(part: Html): string {
  if (part instanceof Promise) throw new Error('a part of a page waits for something')
  return String(part)
}
