import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { readPackageFile } from './package-file.ts'
import { themeFor } from './theme.ts'

/**
 * In this order, in one file: two files of htmx would be a race (https://github.com/bigskysoftware/htmx/issues/3693), and
 * hx-csp must be there before htmx looks at the page.
 */
const LIBRARIES = [
  ['htmx.org', 'dist/htmx.min.js'],
  ['htmx.org', 'dist/ext/hx-csp.min.js'],
  ['htmx.org', 'dist/ext/hx-sse.min.js'],
  ['@github/relative-time-element', 'dist/bundle.js'],
  ['@github/clipboard-copy-element', 'dist/bundle.js'],
] as const

const OWN_SCRIPTS = ['menu', 'send-once', 'show-errors'].map(
  (name) => new URL(`browser/${name}.js`, import.meta.url),
)

const OWN_STYLES = [
  'base',
  'top',
  'text',
  'button',
  'box',
  'form',
  'table',
  'label',
  'flash',
  'blank',
  'facts',
  'secret',
].map((name) => new URL(`styles/${name}.css`, import.meta.url))

export interface Asset {
  readonly type: string
  readonly body: Buffer<ArrayBuffer>
  readonly gzip: Buffer<ArrayBuffer>
}

/** The one stylesheet and the one script of all pages. */
export interface Assets {
  readonly stylePath: string
  readonly scriptPath: string
  /** `path`: as above; `null`: there is no such file. */
  find(path: string): Asset | null
}

export interface AssetParts {
  readonly styles: readonly URL[]
  readonly scripts: readonly URL[]
}

/** Concatenated once, at the start. A changed text has a new path, so browsers may cache it permanently. */
export function buildAssets({ styles, scripts }: AssetParts): Assets {
  const css = [...OWN_STYLES, ...styles].map((url) => readFileSync(url, 'utf8')).join('\n')
  const style = asset('css', 'text/css; charset=utf-8', `${themeFor(css)}\n${css}`)
  const libraries = LIBRARIES.map(([name, path]) => asBlock(readPackageFile(name, path)))
  const own = [...OWN_SCRIPTS, ...scripts].map((url) => asBlock(readFileSync(url, 'utf8')))
  const script = asset('js', 'text/javascript; charset=utf-8', [...libraries, ...own].join('\n'))
  const files = new Map([style, script].map((file) => [file.path, file]))
  return { stylePath: style.path, scriptPath: script.path, find: (path) => files.get(path) ?? null }
}

/** Wraps a module without imports, or a script that defines a global name, as a part of a script. */
function asBlock(text: string): string {
  const plain = text.replace(/\/\/# sourceMappingURL=.*$/gm, '')
  const exported = /\nexport \{[^}]*\};?\s*$/
  if (!exported.test(plain)) return plain
  return `{${plain.replace(exported, '')}\n}`
}

function asset(extension: string, type: string, text: string): Asset & { readonly path: string } {
  const body = Buffer.from(text)
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 16)
  const path = `/dashboard/assets/${hash}.${extension}`
  return { path, type, body, gzip: gzipSync(body, { level: 9 }) }
}
