/** Writes the tags around what others wrote. They carry the mark of this run, which nobody could know before it. */
export interface Delimiters {
  readonly mark: string
  /** `attributes` say where the text is from. What stands in it, tags included, is only text. */
  frame(kind: FrameKind, attributes: Readonly<Record<string, string | number>>, text: string): string
}

type FrameKind = 'prompt' | 'instructions' | 'template' | 'earlier-turn' | 'diff' | 'notes' | 'data'

/** `mark`: a few random letters and digits. */
export function createDelimiters(mark: string): Delimiters {
  // A run may get to see its own mark again, in a file that a hostile text had the model write: in other letters, or
  // with something between them that does not show.
  const anyMark = new RegExp([...mark].join('\\p{Default_Ignorable_Code_Point}*'), 'giu')
  const withoutMark = (text: string): string => text.replace(anyMark, '…')
  return {
    mark,
    frame(kind, attributes, text) {
      const shown = Object.entries(attributes).map(
        ([name, value]) => ` ${name}=${withoutMark(JSON.stringify(String(value)))}`,
      )
      return `<${kind}-${mark}${shown.join('')}>\n${withoutMark(text)}\n</${kind}-${mark}>`
    },
  }
}
