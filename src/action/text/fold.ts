/**
 * One spelling for all paths that some file system treats as the same. macOS and Windows ignore letter case, macOS ignores
 * invisible characters, Windows ignores trailing dots and spaces and everything after a colon. Pure.
 */
export const foldPath = (path: string): string => path.split('/').map(foldName).join('/')

function foldName(name: string): string {
  const [bare = ''] = foldLetters(name).split(':')
  const folded = bare.replace(/(?<![. ])[. ]+$/, '')
  return folded === '' ? name : folded
}

/** The same for the letters of a glob, whose punctuation has a meaning. Pure. */
export const foldLetters = (text: string): string =>
  text
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .normalize('NFC')
    // Upper case first, then lower case: this also unifies letters that share a capital (ſ and s).
    .toUpperCase()
    .toLowerCase()

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
