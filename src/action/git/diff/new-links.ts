import type { Repository } from '../process/repository.ts'
import type { Change } from './change.ts'

/** An external host that a changed line names. */
export interface NewLink {
  readonly kind: 'script' | 'image' | 'link'
  /** In lower case, with the port where there is one. */
  readonly host: string
  readonly path: string
  readonly line: number
}

/** A URL with its scheme, or without one in an attribute or a style. */
const ADDRESS =
  /(?:\b(?:https?|ftp|wss?):\\?\/\\?\/|(?<=(?:src|href|srcset|action|data|url\()\s{0,3}=?\s{0,3}["']?)\/\/|\b(?=www\.[a-z0-9]))(?:[^\s/?#"'<>@]{1,100}@)?(?<host>[^\s/?#"'<>()[\]{}|\\^`,;@]{1,253})(?<rest>[^\s"'<>)\]}]{0,300})/giu

/** Contexts in which a browser or a runtime executes the response: within a tag, and directly before the address. */
const SCRIPT_TAG = /<(?:script|iframe|frame|object|embed|link|base|form)\b/i
const BEFORE_SCRIPT = /(?:\b(?:import|from|importScripts|require)\b|@import)[\s(]*(?:url\()?["'`]?$/i
const IMAGE_TAG = /<(?:img|image|source|video|audio|picture|input|track|use)\b/i
const BEFORE_IMAGE = /$(?<=!\[[^\]]*\]\(\s*<?|url\(\s*["']?)/i
const SCRIPT = /\.(?:[cm]?js|wasm)(?:$|[?#])/i
const IMAGE = /\.(?:png|jpe?g|gif|svg|webp|avif|ico|bmp)(?:$|[?#])/i
const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0)(?::\d+)?$/
const HOST = /^[\p{L}\p{N}.-]+(?::\d+)?$/u

const LOOK_BEFORE = 300

/** The external hosts that the added lines name, each once per line and kind. Pure. */
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
    const host = (match.groups?.host ?? '').toLowerCase().replace(/(?<![.:])[.:]+$/, '')
    // Others are placeholders such as `${host}`, or local.
    if (!HOST.test(host) || LOOPBACK.test(host)) continue
    const before = text.slice(Math.max(0, match.index - LOOK_BEFORE), match.index)
    const kind = kindOf(before, match.groups?.rest ?? '')
    found.set(`${kind} ${host}`, { kind, host })
  }
  return [...found.values()]
}

function kindOf(before: string, rest: string): NewLink['kind'] {
  const tag = before.slice(before.lastIndexOf('>') + 1)
  if (SCRIPT_TAG.test(tag) || BEFORE_SCRIPT.test(before) || SCRIPT.test(rest)) return 'script'
  return IMAGE_TAG.test(tag) || BEFORE_IMAGE.test(before) || IMAGE.test(rest) ? 'image' : 'link'
}

const SEARCH_LIMITS = { timeoutMs: 20_000, maxBytes: 4 * 1024 * 1024 }
const MAX_HOSTS = 200
/** Safe in a pattern once its dots are escaped. */
const PLAIN_HOST = /^[a-z0-9.-]+(?::\d+)?$/

/**
 * The hosts that a text file of the commit names in a URL. A host that the search does not find within its limits counts
 * as not named.
 */
export async function findLinkedHosts(
  { git }: Pick<Repository, 'git'>,
  commit: string,
  hosts: readonly string[],
): Promise<ReadonlySet<string>> {
  const wanted = [...new Set(hosts)].filter((host) => PLAIN_HOST.test(host)).slice(0, MAX_HOSTS)
  if (wanted.length === 0) return new Set()
  const anyHost = wanted.map((host) => host.replaceAll('.', '\\.')).join('|')
  const pattern = `//(${anyHost})([^a-z0-9.:-]|[.:]([^a-z0-9]|$)|$)`
  const { stdout } = await git(
    ['grep', '-hoIiE', '--no-color', '--no-textconv', '-e', pattern, commit, '--'],
    SEARCH_LIMITS,
  )
  const named = stdout
    .toLowerCase()
    .split('\n')
    .map((found) => /^\/\/([a-z0-9.-]+(?::\d+)?)/.exec(found)?.[1]?.replace(/\.$/, ''))
  const known = new Set(named)
  return new Set(wanted.filter((host) => known.has(host)))
}
