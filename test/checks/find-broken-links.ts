import { posix } from 'node:path'

interface Page {
  /** Relative to the root of the repository. */
  readonly path: string
  readonly text: string
}

const FENCED = /^(```|~~~)[\s\S]*?^\1\s*$/gm
const INLINE_CODE = /`[^`\n]*`/g
const LINK = /\[[^\]]*\]\(<?([^)\s>]+)>?(?:\s+"[^"]*")?\)/g
const ADDRESS = /^[a-z][a-z0-9+.-]*:/i

/** Each relative link that leads nowhere: no such file, or no such heading on the page. */
export function findBrokenLinks(pages: readonly Page[], exists: (path: string) => boolean): string[] {
  const anchors = new Map(pages.map(({ path, text }) => [path, anchorsOf(text)]))
  return pages.flatMap(({ path, text }) =>
    targetsOf(text)
      .filter((target) => !ADDRESS.test(target) && !isThere(path, target))
      .map((target) => `${path}: ${target}`),
  )

  function isThere(from: string, target: string): boolean {
    const [file = '', anchor] = target.split('#')
    const path = file === '' ? from : posix.join(posix.dirname(from), decodeURIComponent(file))
    if (!exists(path)) return false
    return anchor === undefined || (anchors.get(path)?.has(anchor) ?? false)
  }
}

const targetsOf = (text: string): string[] =>
  [...text.replace(FENCED, '').replace(INLINE_CODE, '').matchAll(LINK)].map(([, target = '']) => target)

/** The anchors of the headings, as GitHub forms them. */
function anchorsOf(text: string): Set<string> {
  const found = new Set<string>()
  for (const [, heading = ''] of text.replace(FENCED, '').matchAll(/^#{1,6} +(.+?) *#* *$/gm)) {
    const slug = slugOf(heading)
    let anchor = slug
    for (let count = 1; found.has(anchor); count += 1) anchor = `${slug}-${count}`
    found.add(anchor)
  }
  return found
}

const slugOf = (heading: string): string =>
  heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
    .replaceAll(' ', '-')
