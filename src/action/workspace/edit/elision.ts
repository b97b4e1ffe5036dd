const FENCE = /^\s*(?:```|~~~)/
const COMMENT =
  /^(?:\/\/+|#+|--|;+|%+|\/\*+|\*|<!--|\{\/\*|\/\/\/|"""|'''|\(\*)\s*|\s*(?:\*+\/\}?|-->|"""|'''|\*\))$/g
const BRACKETS = /^[([<{]\s*(.*?)\s*[)\]>}]$/
const DOTS = /\.{3,}|…/g

const THING =
  '(?:codes?|files?|contents?|lines?|implementations?|methods?|functions?|class(?:es)?|imports?|components?|modules?|scripts?|templates?|text|document|page|sections?|logic|tests?|body|props|fields|items|entries|cases|config(?:uration)?|setup|options|properties|rules|stuff|parts?|paragraphs?|rows?|steps)'
const STAYS =
  '(?:(?:is |are )?(?:left |kept )?(?:unchanged|omitted|unmodified|untouched|the same|as (?:before|is|it is|it was|above))|(?:remains?|stays?|goes|continues?)(?: (?:unchanged|the same|as (?:before|is|it is)|here))*|(?:goes )?here|omitted for (?:brevity|clarity))'

/** These are a placeholder without dots. The others are one only with dots beside them. */
const CLEAR = new RegExp(
  `^(?:the )?(?:(?:rest|remainder) of (?:the |this |your |my )?(?:\\w+ )?${THING} ${STAYS}|(?:existing|remaining|previous|other|all other) ${THING} ${STAYS}|(?:code|lines?|${THING}) (?:unchanged|omitted)(?: for (?:brevity|clarity))?|(?:no|without) changes? (?:here|below|above)|(?:keep|leave) (?:the |all )?(?:rest|existing|remaining|other)\\b.*)$`,
  'i',
)
const WITH_DOTS = new RegExp(
  `^(?:the )?(?:(?:rest|remainder)(?: of (?:the |this |your |my )?(?:\\w+ ){0,2}${THING}?)?|(?:existing|remaining|unchanged|previous|other|same|omitted|unmodified) (?:\\w+ )?${THING}?|unchanged|omitted|same as (?:before|above)|as before|no changes?|(?:and )?so on|(?:more|other) ${THING})(?: ?${STAYS})?(?: ?(?:here|above|below|unchanged))?$`,
  'i',
)

/**
 * The first line of a new text that stands for omitted text ("// ... rest unchanged ...") and is not in the old text as
 * often; `null`: none. In fenced code such a line is an example, as in documentation. Pure.
 */
export function findElision(text: string, old: string): string | null {
  const known = new Map<string, number>()
  for (const line of old.split('\n')) {
    const bare = line.trim()
    known.set(bare, (known.get(bare) ?? 0) + 1)
  }
  let isFenced = false
  for (const line of text.split('\n')) {
    if (FENCE.test(line)) isFenced = !isFenced
    const bare = line.trim()
    if (isFenced || !isPlaceholder(bare)) continue
    const left = known.get(bare) ?? 0
    if (left === 0) return bare
    known.set(bare, left - 1)
  }
  return null
}

/** Whether a line is only a placeholder: certain words, in a comment, in brackets or between dots. Pure. */
export function isPlaceholder(line: string): boolean {
  if (line.length > 160) return false
  const inner = line.replaceAll(COMMENT, '').replace(BRACKETS, '$1')
  const words = inner
    .replaceAll(DOTS, ' ')
    .replaceAll(/[()[\]]/g, ' ')
    .replace(/[.,:;!\s]+$/, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  const isMarked = inner !== line
  const hasDots = /^(?:\.{3}|…)|(?:\.{3,}|…)\W*$/.test(inner)
  return (isMarked && CLEAR.test(words)) || (hasDots && (CLEAR.test(words) || WITH_DOTS.test(words)))
}

/** For the model. Pure. */
export const describeElision = (line: string): string =>
  `The line ${JSON.stringify(line)} stands for text that is left out, but files are written as you give them. Write that text out, or change only the lines around it with an edit. If the line is meant as it is, word it otherwise.`
