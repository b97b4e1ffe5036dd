import type { Stats } from 'node:fs'

/** Whether nobody has exchanged or changed a file between two looks. A number alone is given again at once. Pure. */
export const isSameFile = (a: Stats | null, b: Stats | null): boolean =>
  a === null || b === null
    ? a === b
    : a.ino === b.ino && a.dev === b.dev && a.mode === b.mode && a.size === b.size && a.ctimeMs === b.ctimeMs
