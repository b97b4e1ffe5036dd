import type { PatchFile } from './split-patch.ts'

/** How much of a diff a page shows. The rest is folded: a person opens what they want to read. */
const LINES_OF_PAGE = 2_000
const LINES_OF_FILE = 400
const LENGTH_OF_PAGE = 256 * 1024
const LENGTH_OF_FILE = 64 * 1024

export type PlannedFile = PatchFile & { readonly isFolded: boolean }

/** Which files are open, so that a page takes little time for a diff of any size. Pure. */
export function planDiff(files: readonly PatchFile[]): PlannedFile[] {
  let lines = LINES_OF_PAGE
  let length = LENGTH_OF_PAGE
  return files.map((file) => {
    const isSmall = file.lines <= LINES_OF_FILE && file.text.length <= LENGTH_OF_FILE
    const isFolded = !isSmall || file.lines > lines || file.text.length > length
    if (!isFolded) {
      lines -= file.lines
      length -= file.text.length
    }
    return { ...file, isFolded }
  })
}
