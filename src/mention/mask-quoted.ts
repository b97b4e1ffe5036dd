/**
 * The text with a space in place of every character that a reader does not take for the author's own words: quotes, code,
 * HTML and what it hides, addresses, and the parts of links and images that are not shown. It has the same length and
 * the same lines. Pure, and linear in the length of the text.
 *
 * A complete Markdown parser takes half a minute for 64 KiB of nested quotes, and anybody can comment. Where Markdown is
 * ambiguous, this masks more than GitHub does: a mention that is not recognized costs a second comment, one that
 * the author did not write costs more.
 */
export function maskQuoted(text: string): string {
  const normal = text.replace(/\r/g, ' ')
  return maskLinks(maskCodeSpans(maskTags(maskBlocks(maskElements(normal)))))
}

const blank = (text: string): string => text.replace(/[^\n]/g, ' ')

/**
 * Comments and other markup that is never shown, and elements whose content is no plain text. One without an end reaches
 * to the end of the text.
 */
const ELEMENTS =
  /<!--|<!\[CDATA\[|<\?|<!(?=[a-z])|<(pre|code|kbd|samp|tt|script|style|textarea|blockquote|q|template|details)(?=[\s/>]|$)/gi

function maskElements(text: string): string {
  const endOfElement = elementEnds(text)
  let masked = ''
  let done = 0
  ELEMENTS.lastIndex = 0
  for (let found = ELEMENTS.exec(text); found !== null; found = ELEMENTS.exec(text)) {
    const end = endOfElement(found)
    const from = found.index + (isDeclaration(found[0]) ? 2 : 0)
    masked += text.slice(done, from) + blank(text.slice(from, end))
    done = end
    ELEMENTS.lastIndex = end
  }
  return masked + text.slice(done)
}

/** Its first two characters stay, because a line that begins with them is a block of HTML. */
const isDeclaration = (start: string): boolean => /^<(?:\?|!(?!--))/.test(start)

/** https://spec.commonmark.org/0.31.2/#html-blocks */
const ENDS: Readonly<Record<string, string>> = { '<!--': '-->', '<![CDATA[': ']]>', '<?': '?>', '<!': '>' }

/** Where an element of the text ends, asked from the beginning of the text on. */
function elementEnds(text: string): (start: RegExpExecArray) => number {
  // An end that is missing after one place is missing after all later ones: the rest is not searched again for each.
  const missing = new Set<string>()
  let blocks: ReadonlySet<number> | null = null
  return ({ 0: start, 1: name, index }) => {
    if (name !== undefined) {
      const close = new RegExp(`</${name}\\s*>`, 'gi')
      close.lastIndex = index
      return close.exec(text) === null ? text.length : close.lastIndex
    }
    const end = ENDS[start.toUpperCase()] ?? '>'
    const at = missing.has(end) ? -1 : text.indexOf(end, index + start.length)
    if (at >= 0) return at + end.length
    missing.add(end)
    blocks ??= new Set([...text.matchAll(BULLETS)].map((line) => line.index + line[0].length))
    // Within a paragraph, only a comment is likely to be one: others are text, such as the generic type `List<?>`.
    return start === '<!--' || blocks.has(index) ? text.length : index + start.length
  }
}

/** Where the block of a line begins: after its indentation and the bullets of lists. */
const BULLETS = /(?<![^\n])[^\S\n]*(?:(?:[-*+]|\d{1,9}[.)])[^\S\n]+)*/g
const FENCE = /^(`{3,}|~{3,})/
/**
 * A paragraph that continues a quote needs no `>`, what follows a tag up to the next empty line is HTML, and the title of
 * a link reference, such as `[//]: # "title"`, may have several lines.
 */
const QUOTED_OR_HTML = /^(?:>|<[a-z/!?]|\[(?:\\.|[^[\]\\])*\]:)/i
/** At the beginning of a line, or after a bullet. */
const INDENTED = /^(?: {4}| {0,3}\t)|^\s*(?:[-*+]|\d{1,9}[.)])(?: {5}| {0,4}\t)/

/** Fenced and indented code, quotes, and blocks of HTML. */
function maskBlocks(text: string): string {
  let fence: string | null = null
  let isHidden = false
  const lines = text.split('\n').map((line) => {
    const block = line.replace(BULLETS, '')
    const [, run = ''] = FENCE.exec(block) ?? []
    if (fence !== null) {
      if (run.startsWith(fence) && line.trim() === run) fence = null
      return blank(line)
    }
    if (run !== '') {
      fence = run
      return blank(line)
    }
    if (line.trim() === '') isHidden = false
    else if (QUOTED_OR_HTML.test(block)) isHidden = true
    return isHidden || INDENTED.test(line) ? blank(line) : line
  })
  return lines.join('\n')
}

/** A tag within a paragraph. The value of an attribute may contain anything, so it hides the rest of the paragraph. */
const TAG = /<\/?[a-z][^<>"']*(?:>|["'][\s\S]*?(?=\n[ \t]*\n|$))/gi

const maskTags = (text: string): string => text.replace(TAG, blank)

const RUN = /(?<!\\)`+/g

/** Code within a paragraph stands between two runs of equally many backticks. */
const maskCodeSpans = (text: string): string =>
  text
    .split(/(\n[ \t]*\n)/)
    .map((part) => (part.includes('`') ? maskSpansOf(part) : part))
    .join('')

function maskSpansOf(paragraph: string): string {
  const runs = [...paragraph.matchAll(RUN)].map(({ 0: run, index }) => ({ length: run.length, index }))
  const ends = nextOfSameLength(runs)
  let masked = ''
  let done = 0
  for (const [at, run] of runs.entries()) {
    const end = ends[at]
    if (run.index < done || end === undefined) continue
    const after = end.index + end.length
    masked += paragraph.slice(done, run.index) + blank(paragraph.slice(run.index, after))
    done = after
  }
  return masked + paragraph.slice(done)
}

/** Where a link or an image leads to, with its title, which is only a tooltip. */
const DESTINATION =
  /(?<=\])\((?:\s*(?:<[^<>\n]*>|[^\s()<]+(?:\([^\s()]*\)[^\s()]*)*)(?:\s+(?:"(?:\\[\s\S]|[^"\\])*"|'(?:\\[\s\S]|[^'\\])*'|\((?:\\[\s\S]|[^()\\])*\)))?)?\s*\)/g
/** Shown only if the image is not. */
const ALTERNATIVE = /!\[(?:\\.|[^[\]\\])*\]/g
const ADDRESS = /https?:\/\/[^\s<>]*/gi

const maskLinks = (text: string): string =>
  text.replace(DESTINATION, blank).replace(ALTERNATIVE, blank).replace(ADDRESS, blank)

interface Run {
  readonly length: number
  readonly index: number
}

/** For each run, the next one that is equally long. From the end, so that the time grows only with their number. */
export function nextOfSameLength(runs: readonly Run[]): (Run | undefined)[] {
  const next = new Map<number, Run>()
  const found: (Run | undefined)[] = Array.from({ length: runs.length })
  for (const [at, run] of [...runs.entries()].toReversed()) {
    found[at] = next.get(run.length)
    next.set(run.length, run)
  }
  return found
}
