/** C0 and C1 controls, and what changes the direction of text. */
const CONTROLS = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** Text of a server, a model or a repository, made inert: on a terminal, control sequences would be carried out. */
export const plainText = (text: string): string => text.replace(CONTROLS, ' ')

/** The fields of a line for programs. */
export const fields = (...values: readonly (string | number)[]): string =>
  values.map((value) => plainText(String(value))).join('\t')

/** The same for several lines. */
export const plainLines = (text: string): string =>
  text.replace(CONTROLS, (control) => (control === '\n' || control === '\t' ? control : ''))

/** JSON for programs, which a terminal cannot misread. */
export const json = (value: unknown): string => inert(JSON.stringify(value, null, 2))

/** The same in one line. */
export const jsonLine = (value: unknown): string => inert(JSON.stringify(value))

const inert = (text: string): string =>
  text.replace(
    /[\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g,
    (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
