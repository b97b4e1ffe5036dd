import type { ServerResponse } from 'node:http'
import { escapeHtml } from '../shapes/escape-html.ts'
import { SCRIPT, SCRIPT_HASH } from './live-parts.ts'
import { STYLE } from './style.ts'

/**
 * `title` is text, `body` and `heading` are HTML. A part of the body with the attribute `data-live` follows the state of
 * this GitHub while the page is open.
 */
export const page = (title: string, body: string, heading = `<h1>${escapeHtml(title)}</h1>`): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><link rel="icon" href="data:,"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body><header><a href="/">Sandbox GitHub</a></header><main>${heading}${body}</main><script>${SCRIPT}</script></body></html>`

/** No page loads anything from elsewhere, and no other site can show one in a frame, over which a click could be lured. */
const POLICY = `default-src 'none'; style-src 'unsafe-inline'; script-src '${SCRIPT_HASH}'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'`

export const sendPage = (response: ServerResponse, status: number, html: string): void => {
  response
    .writeHead(status, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': POLICY })
    .end(html)
}
