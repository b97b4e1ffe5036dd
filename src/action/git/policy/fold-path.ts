/**
 * One spelling for all paths that some file system takes for the same: macOS and Windows do not tell letter case,
 * macOS ignores characters that do not show, Windows dots and spaces at the end of a name and what follows a colon. Pure.
 */
export function foldPath(path: string): string {
  return path.split('/').map(foldName).join('/')
}

function foldName(name: string): string {
  const shown = name.replace(/\p{Default_Ignorable_Code_Point}/gu, '')
  const [bare = ''] = shown.split(':')
  // Up, then down: only so do all letters with the same capital meet (ſ and s).
  const folded = bare
    .replace(/[. ]+$/, '')
    .normalize('NFC')
    .toUpperCase()
    .toLowerCase()
  return folded === '' ? name : folded
}
