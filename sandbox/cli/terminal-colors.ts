/** Colours on a terminal, unless NO_COLOR is set (https://no-color.org). */
export interface Paint {
  bold(text: string): string
  dim(text: string): string
  good(text: string): string
  bad(text: string): string
  readonly colours: boolean
}

export function paintFor(
  output: { readonly isTTY?: boolean },
  environment: Readonly<Record<string, string | undefined>>,
): Paint {
  const colours = output.isTTY === true && !environment.NO_COLOR
  const code = (start: number, end: number) => (text: string) =>
    colours ? `\u001b[${start}m${text}\u001b[${end}m` : text
  return { colours, bold: code(1, 22), dim: code(2, 22), good: code(32, 39), bad: code(31, 39) }
}
