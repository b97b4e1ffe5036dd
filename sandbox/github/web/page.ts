import { escapeHtml } from '../shapes/escape-html.ts'

/** `title` is text, `body` is HTML. */
export const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,"><title>${escapeHtml(title)}</title><style>body{font:16px/1.5 system-ui;max-width:60rem;margin:2rem auto;padding:0 1rem}pre{overflow:auto;background:#f6f8fa;padding:1rem}</style></head><body><h1>${escapeHtml(title)}</h1>${body}</body></html>`
