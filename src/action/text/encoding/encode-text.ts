import { MARK, type Text } from './decode-text.ts'

export type EncodedText =
  | { readonly ok: true; readonly bytes: Buffer }
  /** Follows the path of the file. */
  | { readonly ok: false; readonly problem: string }

/** The bytes of a file whose text `before` becomes `text`. What is the same in both keeps its bytes. Pure. */
export function encodeText(before: Text, text: string): EncodedText {
  const { codec } = before
  if (countOf(text, SHOWN) > countOf(before.text, SHOWN) && !before.text.isWellFormed()) {
    return {
      ok: false,
      problem: `has bytes that are no characters in ${codec.name}, shown as ${SHOWN}. They cannot be written: leave ${SHOWN} out of \`old\` and \`new\`, and replace only the text beside it`,
    }
  }
  const ended = before.endsWithCr ? text.replaceAll(/\r?\n/g, '\r') : text
  const encoded = codec.encode(before.bom ? MARK + ended : ended)
  if (!encoded.ok) return { ok: false, problem: describeMissing(before, encoded.character) }
  return {
    ok: true,
    bytes: before.tail.length === 0 ? encoded.bytes : Buffer.concat([encoded.bytes, before.tail]),
  }
}

/** As bytes that are no character are shown. */
const SHOWN = '\ufffd'

const countOf = (text: string, character: string): number => text.split(character).length - 1

function describeMissing({ codec, by }: Text, character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  const source =
    by === 'guess' ? ', guessed from its bytes' : by === '.editorconfig' ? ', see .editorconfig' : ''
  const settle =
    by === 'guess' ? ' If the guess is wrong, name the encoding as `charset` in .editorconfig.' : ''
  return `is in ${codec.name}${source}, which does not have ${JSON.stringify(character)} (U+${code}). Write it as an escape of the language, or with characters that the encoding has.${settle} Nothing was changed`
}
