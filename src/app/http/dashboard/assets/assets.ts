import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

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

const OWN_SCRIPTS = ['menu', 'send-once', 'show-errors', 'drop-notice'].map(
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

interface Asset {
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

interface AssetParts {
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

/** The published package holds the few files that it needs of large packages, see scripts/package/vendored-files.ts. */
const VENDOR = fileURLToPath(new URL('../../../../vendor/', import.meta.url))

/** The text of a file of a package, also of one that the package's `exports` do not name. */
export function readPackageFile(name: string, path: string): string {
  const vendored = join(VENDOR, name, path)
  return readFileSync(existsSync(vendored) ? vendored : join(folderOf(name), path), 'utf8')
}

function folderOf(name: string): string {
  const manifest = findPackageJSON(name, import.meta.url)
  if (manifest === undefined) throw new Error(`the package ${name} is not installed: run npm ci`)
  return dirname(manifest)
}

const readTokens = (path: string): ReadonlyMap<string, string> =>
  declarations(readPackageFile('@primer/primitives', `dist/css/${path}.css`))

const SHARED = [
  'base/size/size',
  'base/typography/typography',
  'base/motion/motion',
  'functional/size/size',
  'functional/size/border',
  'functional/size/radius',
  'functional/spacing/space',
  'functional/typography/typography',
  'functional/motion/motion',
]

const THEMES = [
  { file: 'light', media: null },
  { file: 'dark', media: '(prefers-color-scheme: dark)' },
  { file: 'light-high-contrast', media: '(prefers-contrast: more)' },
  { file: 'dark-high-contrast', media: '(prefers-contrast: more) and (prefers-color-scheme: dark)' },
] as const

/** The files of @primer/primitives that are read here. */
export const TOKEN_FILES = [...SHARED, ...THEMES.map(({ file }) => `functional/themes/${file}`)].map(
  (path) => `dist/css/${path}.css`,
)

/**
 * The design tokens of Primer that `css` uses, and those that they use, for each theme. A theme of Primer has 118 KB; this
 * takes about 3 KB of each. Throws for a name that Primer does not have.
 */
function themeFor(css: string): string {
  const shared = new Map(SHARED.flatMap((file) => [...readTokens(file)]))
  const own = declarations(css)
  return THEMES.map(({ file, media }) => {
    const tokens = new Map([...shared, ...readTokens(`functional/themes/${file}`)])
    const used = closure(css, tokens, own)
    const rule = `:root{${[...used].map(([name, value]) => `${name}:${value}`).join(';')}}`
    return media === null ? rule : `@media ${media}{${rule}}`
  }).join('\n')
}

function closure(
  css: string,
  tokens: ReadonlyMap<string, string>,
  own: ReadonlyMap<string, string>,
): Map<string, string> {
  const used = new Map<string, string>()
  const add = (text: string): void => {
    for (const [, name = ''] of text.matchAll(/var\((--[\w-]+)/g)) {
      if (used.has(name) || own.has(name)) continue
      const value = tokens.get(name)
      if (value === undefined)
        throw new Error(`the styles use ${name}, which @primer/primitives does not have`)
      used.set(name, value)
      add(value)
    }
  }
  add(css)
  return used
}

/** Of the whole file: within one theme no name is declared twice with different values. */
function declarations(css: string): Map<string, string> {
  const plain = css.replace(/\/\*[\s\S]*?\*\//g, '')
  return new Map(
    [...plain.matchAll(/(--[\w-]+):\s*([^;}]+)/g)].map(([, name = '', value = '']) => [name, value.trim()]),
  )
}
