import { textOf } from './judge.ts'
import type { Files, Work } from './task.ts'

/** The same work with one text different; `null`: without it. Throws where that is no difference. */
export const withFile = (work: Work, path: string, change: (text: string) => string | null): Work =>
  withContent(work, path, change(path in work.after ? textOf(work.after, path) : ''))

/** The same work with other bytes in a file. Throws where that is no difference. */
export const withBytes = (work: Work, path: string, change: (bytes: Buffer) => Buffer): Work =>
  withContent(work, path, change(Buffer.from(work.after[path] ?? '')))

function withContent(work: Work, path: string, content: Files[string] | null): Work {
  const { [path]: was, ...others } = work.after
  if (String(content) === String(was ?? null)) throw new Error(`${path} would stay as it is`)
  return { ...work, after: content === null ? others : { ...others, [path]: content } }
}

/** The same work with a file as it was before. */
export const undone = (work: Work, path: string): Work => withContent(work, path, work.before[path] ?? null)

/** As if nothing had been done, and nobody had said a word about it. */
export const untouched = (work: Work): Work => ({ ...work, after: work.before, pulls: [], summary: '' })
