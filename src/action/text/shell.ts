/** A text as one word of a shell. Pure. */
export const quoteForShell = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** A command for `sh -e` that starts in a folder; `null`: where the shell is. Pure. */
export const runInDirectory = (directory: string | null, command: string): string =>
  directory === null ? command : `cd -- ${quoteForShell(directory)}\n${command}`
