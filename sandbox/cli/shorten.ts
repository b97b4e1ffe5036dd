/** A text on the screen, cut to a length that can be read at a glance. */
export const shorten = (text: string, limit: number): string =>
  text.length <= limit ? text : `${text.slice(0, limit).trimEnd()} … (${text.length} characters)`
