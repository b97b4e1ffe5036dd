/** Truncates a text for the terminal. */
export const shorten = (text: string, limit: number): string =>
  text.length <= limit ? text : `${text.slice(0, limit).trimEnd()} … (${text.length} characters)`
