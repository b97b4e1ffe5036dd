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
  let masked = ''
  let done = 0
  ELEMENTS.lastIndex = 0
  for (let found = ELEMENTS.exec(text); found !== null; found = ELEMENTS.exec(text)) {
    const end = endOfElement(text, found)
    const from = found.index + (isDeclaration(found[0]) ? 2 : 0)
    masked += text.slice(done, from) + blank(text.slice(from, end))
    done = end
    ELEMENTS.lastIndex = end
  }
  return masked + text.slice(done)
}

/** Its first two characters stay, because a line that begins with them is a block of HTML. */
const isDeclaration = (start: string): boolean => /^<(?:\?|!(?!--))/.test(start)

function endOfElement(text: string, { 0: start, 1: name, index }: RegExpExecArray): number {
  if (name === undefined) return endOfHidden(text, start, index)
  const close = new RegExp(`</${name}\\s*>`, 'gi')
  close.lastIndex = index
  const found = close.exec(text)
  return found === null ? text.length : found.index + found[0].length
}

/** https://spec.commonmark.org/0.31.2/#html-blocks */
const ENDS: Readonly<Record<string, string>> = { '<!--': '-->', '<![CDATA[': ']]>', '<?': '?>', '<!': '>' }

function endOfHidden(text: string, start: string, index: number): number {
  const end = ENDS[start.toUpperCase()] ?? '>'
  const at = text.indexOf(end, index + start.length)
  if (at >= 0) return at + end.length
  // Within a paragraph, only a comment is likely to be one: others are text, such as the generic type `List<?>`.
  return start === '<!--' || beginsBlock(text, index) ? text.length : index + start.length
}

const beginsBlock = (text: string, at: number): boolean =>
  text.slice(text.lastIndexOf('\n', at - 1) + 1, at).replace(BULLETS, '') === ''

/** Where the block of a line begins: after its indentation and the bullets of lists. */
const BULLETS = /^\s*(?:(?:[-*+]|\d{1,9}[.)])\s+)*/
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
