import type { Text } from '../../text/encoding/decode-text.ts'

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
