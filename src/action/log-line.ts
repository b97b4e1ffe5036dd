/**
 * One harmless line of log out of any text. The runner reads commands from the log: a line that starts with `::`,
 * spaces aside, and in its old dialect `##[` anywhere in a line. What a model or a server wrote must become neither,
 * so line breaks and control characters go and both marks are broken up.
 */
export function logLine(text: string): string {
  return text
    .replace(CONTROL, ' ')
    .trim()
    .replace(/^:(?=:)/, ': ')
    .replaceAll('##[', '# #[')
    .slice(0, LONGEST)
}

/** C0, DEL, C1, and the separators and direction marks that a terminal or browser acts on. */
const CONTROL = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu

const LONGEST = 1000
