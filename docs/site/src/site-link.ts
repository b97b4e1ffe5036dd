import { posix } from 'node:path'
import { pageId } from './page-id.ts'

export interface Site {
  /** The path of the site on its host, without a slash at its end. */
  readonly base: string
  /** The web address of the repository. */
  readonly repository: string
  /** The titles of the pages by their files. All paths of files begin at the root of the repository. */
  readonly pages: ReadonlyMap<string, string>
  readonly kindOf: (path: string) => 'file' | 'folder' | undefined
}

const ADDRESS = /^([a-z][a-z0-9+.-]*:|\/\/)/i

/** Where a link of the file `from` leads on the site: to another page, or to the file on GitHub. */
export function siteLink(target: string, from: string, site: Site): string {
  if (ADDRESS.test(target) || target.startsWith('#')) return target
  const { path, anchor } = resolve(target, from)
  if (site.pages.has(path)) return pageAddress(path, site) + anchor
  const kind = site.kindOf(path)
  if (kind === undefined)
    throw new Error(`${from} links to ${target}, which does not exist: correct the link`)
  return `${site.repository}/${kind === 'file' ? 'blob' : 'tree'}/main/${path}${anchor}`
}

/** A link whose text is the name of a file names the page by its title on the site. */
export function siteLinkText(text: string, target: string, from: string, site: Site): string {
  const { path } = resolve(target, from)
  return text === posix.basename(path) ? (site.pages.get(path) ?? text) : text
}

function resolve(target: string, from: string): { readonly path: string; readonly anchor: string } {
  const [, file = '', anchor = ''] = /^([^#]*)(#.*)?$/.exec(target) ?? []
  const path = posix.join(posix.dirname(from), decodeURIComponent(file)).replace(/\/$/, '')
  return { path, anchor }
}

function pageAddress(path: string, { base }: Site): string {
  const id = pageId(posix.relative('docs', path))
  return id === 'index' ? `${base}/` : `${base}/${id}/`
}
