/** A text without what can be put between its characters unseen. */
export interface FoldedText {
  readonly units: Uint16Array
  /** Where each of them stands in the original. */
  readonly at: Uint32Array
}

const SKIPPED = /[\s\p{Default_Ignorable_Code_Point}]/u
/** The high half of the tags and further variation selectors, none of which shows. */
const TAGS = 0xdb40

/** White space, zero bytes (UTF-16 puts one beside every letter) and characters that do not show are passed over. */
export function foldText(text: string): FoldedText {
  const units = new Uint16Array(text.length)
  const at = new Uint32Array(text.length)
  let length = 0
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index)
    if (unit === TAGS) index += 1
    else if (unit > 32 && (unit < 127 || !SKIPPED.test(text.charAt(index)))) {
      units[length] = unit
      at[length] = index
      length += 1
    }
  }
  return { units: units.subarray(0, length), at: at.subarray(0, length) }
}
