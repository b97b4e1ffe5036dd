import { posix } from 'node:path'

interface BuiltPage {
  /** From the root of the site: `/settings/index.html`. */
  readonly path: string
  readonly html: string
}

const LINK = /<(\w+)\b[^>]*?\s(?:href|src)="([^"]*)"[^>]*>/g
const ADDRESS = /^([a-z][a-z0-9+.-]*:|\/\/)/i
/** Elements whose address is loaded with the page. */
const LOADS = ['script', 'img', 'iframe', 'source', 'video']

/** Links to a file or an anchor that the site does not have, and what a page would load from another host. */
export function builtSiteProblems(
  pages: readonly BuiltPage[],
  files: ReadonlySet<string>,
  base: string,
): string[] {
  const anchors = new Map(pages.map(({ path, html }) => [path, anchorsOf(html)]))
  return pages.flatMap(({ path, html }) =>
    [...html.matchAll(LINK)].flatMap(([tag, element = '', target = '']) => {
      if (!ADDRESS.test(target)) return leadsSomewhere(target, path) ? [] : [`${path}: ${target}`]
      return LOADS.includes(element) || /\brel="(stylesheet|preload|icon)"/.test(tag)
        ? [`${path}: loads ${target}`]
        : []
    }),
  )

  function leadsSomewhere(target: string, from: string): boolean {
    const [address = '', anchor] = target.replace(/\?[^#]*/, '').split('#')
    if (address.startsWith('/') && !address.startsWith(`${base}/`)) return false
    const inside = address.startsWith('/') ? address.slice(base.length) : address
    const path = inside === '' ? from : posix.resolve(posix.dirname(from), decodeURI(inside))
    const file = inside.endsWith('/') ? posix.join(path, 'index.html') : path
    if (!files.has(file)) return false
    return (
      anchor === undefined || anchor === '' || (anchors.get(file)?.has(decodeURIComponent(anchor)) ?? true)
    )
  }
}

const anchorsOf = (html: string): Set<string> =>
  new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id = '']) => id))
