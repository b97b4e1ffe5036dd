import type { Change } from '../diff/change.ts'

/** A merge that the change is part of. */
export interface MergeRules {
  /** Paths that conflict. */
  readonly paths: ReadonlySet<string>
  /** Lines of the versions in conflict that look like markers, and are none. */
  readonly ownMarkers: ReadonlySet<string>
  /** What the markers of this merge name. */
  readonly labels: readonly string[]
}

export interface Marker {
  readonly path: string
  readonly line: number
}

const MARKER = /^(?:<{7}|>{7}|\|{7}|={7})(?: .*)?$/

const withoutLineEnd = (line: string): string => line.replace(/\r$/, '')

/** The lines of a text that look like conflict markers. */
export const markerLines = (text: string): string[] =>
  text
    .split('\n')
    .map(withoutLineEnd)
    .filter((line) => MARKER.test(line))

/** The markers of the merge that are left: any in a path that conflicts, and those that name a side wherever they are. Pure. */
export const findMarkers = (changes: readonly Change[], merge: MergeRules): Marker[] =>
  changes.flatMap(({ path, addedLines }) =>
    (addedLines ?? [])
      .filter(({ text }) => isMarker(withoutLineEnd(text), merge.paths.has(path), merge))
      .map(({ number }) => ({ path, line: number })),
  )

function isMarker(line: string, isInConflict: boolean, { ownMarkers, labels }: MergeRules): boolean {
  if (!MARKER.test(line) || ownMarkers.has(line)) return false
  return isInConflict || labels.some((label) => line.endsWith(` ${label}`))
}
