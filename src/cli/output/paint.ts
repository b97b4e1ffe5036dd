export interface Paint {
  bold(text: string): string
  dim(text: string): string
  good(text: string): string
  bad(text: string): string
  busy(text: string): string
}

/** Colours on a terminal, unless NO_COLOR is set (https://no-color.org). */
export function paintFor(
  isTerminal: boolean,
  environment: Readonly<Record<string, string | undefined>>,
): Paint {
  const hasColours = isTerminal && !environment.NO_COLOR && environment.TERM !== 'dumb'
  const code = (start: number, end: number) => (text: string) =>
    hasColours ? `\u001b[${start}m${text}\u001b[${end}m` : text
  return { bold: code(1, 22), dim: code(2, 22), good: code(32, 39), bad: code(31, 39), busy: code(33, 39) }
}
