import type { Work } from './task.ts'

/** The same work with one file different; `null`: without it. Throws where that is no difference. */
export function withFile(work: Work, path: string, change: (text: string) => string | null): Work {
  const text = change(work.after[path] ?? '')
  if (text === (work.after[path] ?? null)) throw new Error(`${path} would stay as it is`)
  const { [path]: _, ...others } = work.after
  return { ...work, after: text === null ? others : { ...others, [path]: text } }
}

/** The same work with a file as it was before. */
export const undone = (work: Work, path: string): Work =>
  withFile(work, path, () => work.before[path] ?? null)

/** As if nothing had been done, and nobody had said a word about it. */
export const untouched = (work: Work): Work => ({ ...work, after: work.before, pulls: [], summary: '' })
