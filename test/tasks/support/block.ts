/**
 * A text file inside a source file: the first line end is dropped, and of each line the indentation that the closing
 * quote has. Backslashes are themselves, but for \` and \${, which would end the text.
 */
export function block({ raw }: TemplateStringsArray, ...values: readonly string[]): string {
  const source = raw.map((part, index) => toText(part) + (values[index] ?? '')).join('')
  const indentation = /\n( *)$/.exec(source)?.[1] ?? ''
  const lines = source.replace(/^\n/, '').split('\n')
  return lines.map((line) => line.slice(line.startsWith(indentation) ? indentation.length : 0)).join('\n')
}

const toText = (part: string): string => part.replaceAll('\\`', '`').replaceAll('\\$', '$')
