/** Keeps head and tail of a text longer than `most` characters and says how much is missing between them. Pure. */
export function capText(text: string, most: number): string {
  if (text.length <= most) return text
  const half = Math.floor(most / 2)
  const head = text.slice(0, half).toWellFormed()
  const tail = text.slice(text.length - half).toWellFormed()
  return `${head}\n[… ${text.length - 2 * half} characters left out …]\n${tail}`
}

/** Cuts to one short text, for events and titles. */
export const clipText = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1).toWellFormed()}…`
