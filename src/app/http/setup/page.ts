import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { html } from 'hono/html'

/** Text of a page. Values that are put into it are escaped. */
export type Html = ReturnType<typeof html>

export const STYLE = readFileSync(new URL('page.css', import.meta.url), 'utf8')
/** Another text has another path, so that browsers keep it: the server that sends it ends with the last page of the setup. */
export const STYLE_PATH = `/assets/page-${createHash('sha256').update(STYLE).digest('hex').slice(0, 12)}.css`
export const STYLE_HEADERS = {
  'content-type': 'text/css; charset=utf-8',
  'cache-control': 'public, max-age=31536000, immutable',
}

/** As in the dashboard. */
const MARK =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect width='16' height='16' rx='4' fill='%231f6feb'/%3E%3Cpath d='M5 12V4h3.5a2.5 2.5 0 0 1 0 5H5' fill='none' stroke='white' stroke-width='1.8'/%3E%3C/svg%3E"

/** The layout that all pages share. They work without scripts. */
export const page = (title: string, body: Html): Html =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · Prentice</title>
<link rel="stylesheet" href="${STYLE_PATH}">
<link rel="icon" href="${MARK}">
</head>
<body>
<header>Prentice</header>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`

/**
 * Headers of a page: nothing is loaded but the stylesheet, no other site can frame it, and nothing keeps it. `formTargets`:
 * other origins to which a form of the page is sent.
 */
export const pageHeaders = (formTargets: readonly string[] = []): Record<string, string> => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    "style-src 'self'",
    'img-src data:',
    ['form-action', "'self'", ...formTargets].join(' '),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  // Browsers send forms without an `Origin` header under a stricter policy, and setup checks that header.
  'referrer-policy': 'strict-origin-when-cross-origin',
})
