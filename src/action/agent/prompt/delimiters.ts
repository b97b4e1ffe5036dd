/** Writes the tags around text of others. They carry the nonce of this run, which nobody could know before it. */
export interface Delimiters {
  readonly nonce: string
  /** `attributes` say where the text comes from. Whatever the text holds, tags included, is only text. */
  wrap(kind: DelimiterKind, attributes: Readonly<Record<string, string | number>>, text: string): string
}

type DelimiterKind = 'prompt' | 'instructions' | 'template' | 'earlier-turn' | 'diff' | 'notes' | 'data'

/** `nonce`: a few random letters and digits. */
export function createDelimiters(nonce: string): Delimiters {
  // A run may read its own nonce in a file that a hostile text made the model write: in other letter case, or with
  // invisible characters in it.
  const anyNonce = new RegExp([...nonce].join('\\p{Default_Ignorable_Code_Point}*'), 'giu')
  const withoutNonce = (text: string): string => text.replace(anyNonce, '…')
  return {
    nonce,
    wrap(kind, attributes, text) {
      const shown = Object.entries(attributes).map(
        ([name, value]) => ` ${name}=${withoutNonce(JSON.stringify(String(value)))}`,
      )
      return `<${kind}-${nonce}${shown.join('')}>\n${withoutNonce(text)}\n</${kind}-${nonce}>`
    },
  }
}
