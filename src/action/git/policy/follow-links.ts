import { foldPath } from '../../text/fold.ts'
import type { Link } from '../checkout/read-tree-files.ts'

/** What a link depends on: a path and everything below it or, if `isExact`, the path alone. */
interface Stop {
  readonly link: Link
  readonly isExact: boolean
}

interface Protection {
  isProtected(path: string): boolean
  /** Whether a rule is for something in a folder of this name. */
  isFolderOfRule(name: string): boolean
}

/**
 * Returns the symbolic link of a tree through which a path is protected; `null`: none. What a link at a protected path
 * leads to decides what a tool finds there, and so does every other link on the way. What is out of the repository cannot
 * be changed. Pure.
 */
export function followLinks(
  links: readonly Link[],
  { isProtected, isFolderOfRule }: Protection,
): (path: string) => string | null {
  const stops = findStops(links)
  const protectedLinks = new Set<Link>()
  const findLink = (path: string): Link | null => {
    const [names, folded] = [path.split('/'), foldPath(path).split('/')]
    for (let depth = names.length; depth >= 0; depth -= 1) {
      for (const { link, isExact } of stops.get(folded.slice(0, depth).join('/')) ?? []) {
        if (isExact && depth < names.length) continue
        if (protectedLinks.has(link)) return link
        // `.vscode` may be a link, and the rule for `.vscode/tasks.json`.
        const isAbove = !isExact && isFolderOfRule(link.path.slice(link.path.lastIndexOf('/') + 1))
        if (isAbove && isProtected([link.path, ...names.slice(depth)].join('/'))) return link
      }
    }
    return null
  }
  // A link may be protected as a file or as a folder, or because another one leads to it.
  let left = links.filter((link) => {
    const isFirst = isProtected(link.path) || isProtected(`${link.path}/`) || findLink(link.path) !== null
    if (isFirst) protectedLinks.add(link)
    return !isFirst
  })
  for (let before = 0; before < protectedLinks.size; ) {
    before = protectedLinks.size
    left = left.filter((link) => {
      const isNext = findLink(link.path) !== null
      if (isNext) protectedLinks.add(link)
      return !isNext
    })
  }
  return (path) => findLink(path)?.path ?? null
}

/** By folded path. */
function findStops(links: readonly Link[]): ReadonlyMap<string, readonly Stop[]> {
  const exact = new Map(links.map((link) => [link.path, link]))
  const folded = new Map(links.map((link) => [foldPath(link.path), link]))
  const stops = new Map<string, Stop[]>()
  for (const link of links) {
    for (const [path, isExact] of resolve(link, (one) => exact.get(one) ?? folded.get(foldPath(one)))) {
      const key = foldPath(path)
      const others = stops.get(key)
      if (others === undefined) stops.set(key, [{ link, isExact }])
      else others.push({ link, isExact })
    }
  }
  return stops
}

/** As Linux: a longer chain is a circle. */
const MAX_LINKS = 40

/** Each link on the way, which is exact, and what the link would lead to if that were none. */
function* resolve(
  link: Link,
  findAt: (path: string) => Link | undefined,
): Generator<readonly [path: string, isExact: boolean]> {
  const at = link.path.split('/').slice(0, -1)
  let rest = link.target
  for (let count = 0; count < MAX_LINKS; count += 1) {
    if (rest.startsWith('/')) return
    const direct = step(at, rest.split('/'), () => undefined)
    if (direct !== null) yield [direct.at.join('/'), false]
    const next = step(at, rest.split('/'), findAt)
    if (next?.link === undefined) return
    yield [next.link.path, true]
    at.splice(0, at.length, ...next.at)
    rest = [next.link.target, ...next.rest].join('/')
  }
}

/** Walks to the first link. `null`: out of the repository. */
function step(from: readonly string[], names: readonly string[], findAt: (path: string) => Link | undefined) {
  const at = [...from]
  for (const [index, name] of names.entries()) {
    if (name === '' || name === '.') continue
    if (name === '..') {
      if (at.pop() === undefined) return null
      continue
    }
    const link = findAt([...at, name].join('/'))
    if (link !== undefined) return { at, link, rest: names.slice(index + 1) }
    at.push(name)
  }
  return { at, link: undefined, rest: [] }
}
