import type { Stats } from 'node:fs'

/** Whether a file was neither replaced nor changed. The inode number alone does not tell: it is reused. Pure. */
export const isSameFile = (a: Stats | null, b: Stats | null): boolean =>
  a === null || b === null
    ? a === b
    : a.ino === b.ino && a.dev === b.dev && a.mode === b.mode && a.size === b.size && a.ctimeMs === b.ctimeMs
