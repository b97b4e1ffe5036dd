import type { Change } from './change.ts'

/** Something outside of the repository that a changed line names. */
export interface NewLink {
  readonly kind: 'script' | 'image' | 'link'
  /** In lower case, with the port where there is one. */
  readonly host: string
  readonly path: string
  readonly line: number
}

/** An address with its scheme, or without one where an attribute or a style names it. */
const ADDRESS =
  /(?:\b(?:https?|ftp|wss?):\\?\/\\?\/|(?<=(?:src|href|srcset|action|data|url\()\s{0,3}=?\s{0,3}["']?)\/\/|\b(?=www\.[a-z0-9]))(?:[^\s/?#"'<>@]{1,100}@)?(?<host>[^\s/?#"'<>()[\]{}|\\^`,;@]{1,253})(?<rest>[^\s"'<>)\]}]{0,300})/giu

/** Where a browser or a runtime runs what it gets. */
const BEFORE_SCRIPT =
  /<(?:script|iframe|frame|object|embed|link|base|form)\b[^>]*$|(?:\b(?:import|from|importScripts|require)\b|@import)[\s(]*(?:url\()?["'`]?$/i
const BEFORE_IMAGE =
  /!\[[^\]]*\]\(\s*<?$|<(?:img|image|source|video|audio|picture|input|track|use)\b[^>]*$|url\(\s*["']?$/i
const SCRIPT = /\.(?:[cm]?js|wasm)(?:$|[?#])/i
const IMAGE = /\.(?:png|jpe?g|gif|svg|webp|avif|ico|bmp)(?:$|[?#])/i
const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0)(?::\d+)?$/
const HOST = /^[\p{L}\p{N}.-]+(?::\d+)?$/u

const LOOK_BEFORE = 300

/** Everything external that the added lines name; each host once a line and kind. Pure. */
export function findNewLinks(changes: readonly Change[]): NewLink[] {
  return changes.flatMap(({ path, addedLines }) =>
    (addedLines ?? []).flatMap(({ number, text }) =>
      /\/\\?\/|www\./i.test(text) ? findInLine(text).map((found) => ({ ...found, path, line: number })) : [],
    ),
  )
}

function findInLine(text: string): Pick<NewLink, 'kind' | 'host'>[] {
  const found = new Map<string, Pick<NewLink, 'kind' | 'host'>>()
  for (const match of text.matchAll(ADDRESS)) {
    const host = (match.groups?.host ?? '').toLowerCase().replace(/[.:]+$/, '')
    // What is left is a placeholder such as `${host}`, or nothing outside.
    if (!HOST.test(host) || LOOPBACK.test(host)) continue
    const before = text.slice(Math.max(0, match.index - LOOK_BEFORE), match.index)
    const kind = kindOf(before, match.groups?.rest ?? '')
    found.set(`${kind} ${host}`, { kind, host })
  }
  return [...found.values()]
}

function kindOf(before: string, rest: string): NewLink['kind'] {
  if (BEFORE_SCRIPT.test(before) || SCRIPT.test(rest)) return 'script'
  return BEFORE_IMAGE.test(before) || IMAGE.test(rest) ? 'image' : 'link'
}
