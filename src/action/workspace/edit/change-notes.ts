import type { Text } from '../../text/encoding/decode-text.ts'
import type { EditContext } from '../files/edit-context.ts'
import { listVisible } from '../files/ls-files.ts'
import { splitLines } from './match/lines.ts'

/** Files of one call of a tool. */
interface Changed {
  readonly made: readonly string[]
  readonly replaced: readonly string[]
}

/** Tells the model which of these files are never published, and why. Empty: none. */
export async function unpublishedNote(
  { git, isForeign }: Pick<EditContext, 'git' | 'isForeign'>,
  { made, replaced }: Changed,
): Promise<string> {
  const visible = made.length === 0 ? new Set(made) : await listVisible(git, made)
  const ignored = made.filter((path) => !visible.has(path))
  const foreign = [...made.filter((path) => visible.has(path)), ...replaced].filter(isForeign)
  return [
    ...(ignored.length === 0
      ? []
      : [
          ` Git ignores ${ignored.join(', ')}, so this will not be in the pull request; .gitignore says why.`,
        ]),
    ...(foreign.length === 0
      ? []
      : [
          ` ${foreign.join(', ')} was there before you started, and git does not track it, so this will not be in the pull request. To publish it, write it to another path.`,
        ]),
  ].join('')
}

const LONE_CR = /\r(?!\n)/
const LINE_END = /\r\n|[\r\n]/g

/** Tells the model of CR characters in its new text that may be meant as line ends. Empty: there are none. Pure. */
export function noteLoneCr(fresh: string, old: string, { endsWithCr }: Pick<Text, 'endsWithCr'>): string {
  if (endsWithCr || !LONE_CR.test(fresh) || LONE_CR.test(old)) return ''
  return ' The new text has CR characters, which end no line in this file.'
}

/** The same for the text of a complete file, which may also mix CRLF and LF. Pure. */
export function noteMixedEnds(fresh: string, before: Text): string {
  const isMixed = (text: string): boolean => new Set(text.match(LINE_END)).size > 1
  const lone = noteLoneCr(fresh, before.text, before)
  if (lone !== '' || before.endsWithCr || !isMixed(fresh) || isMixed(before.text)) return lone
  return ' Its lines end in different ways.'
}

const AROUND = 2
/** Of one place. The middle of a longer one is left out. */
const MAX_LINES = 12
const MAX_PLACES = 3
const LINE_LENGTH = 200

/** The lines around the changes of a text, numbered, shortened. Pure. */
export function showChange(
  text: string,
  ranges: readonly { readonly from: number; readonly to: number }[],
): string {
  const { lines } = splitLines(text)
  const shown = ranges.slice(0, MAX_PLACES).map(({ from, to }) => {
    const first = Math.max(0, from - AROUND)
    const numbered = lines.slice(first, to + AROUND).map((line, index) => numberLine(first + index + 1, line))
    if (numbered.length <= MAX_LINES) return numbered.join('\n')
    return [...numbered.slice(0, MAX_LINES / 2), '…', ...numbered.slice(-MAX_LINES / 2)].join('\n')
  })
  const left = ranges.length - shown.length
  return [...shown, ...(left > 0 ? [`[${left} more places]`] : [])].join('\n…\n')
}

const numberLine = (number: number, line: string): string =>
  `${number}\t${line.slice(0, LINE_LENGTH).toWellFormed()}${line.length > LINE_LENGTH ? '…' : ''}`
