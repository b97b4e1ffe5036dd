/**
 * One spelling for all paths that some file system treats as the same. macOS and Windows ignore letter case, macOS ignores
 * invisible characters, Windows ignores trailing dots and spaces and everything after a colon. Pure.
 */
export const foldPath = (path: string): string => path.split('/').map(foldName).join('/')

function foldName(name: string): string {
  const shown = name.replace(/\p{Default_Ignorable_Code_Point}/gu, '')
  const [bare = ''] = shown.split(':')
  // Upper case first, then lower case: this also unifies letters that share a capital (ſ and s).
  const folded = bare
    .replace(/(?<![. ])[. ]+$/, '')
    .normalize('NFC')
    .toUpperCase()
    .toLowerCase()
  return folded === '' ? name : folded
}
