import type { StartedMerge } from '../checkout/started-merge.ts'
import type { MergeRules } from '../policy/find-markers.ts'
import { LABELS } from './merge-trees.ts'

/** What the change of a started merge may not contain. */
export const mergeRulesOf = (merge: StartedMerge | null): MergeRules | undefined =>
  merge === null
    ? undefined
    : {
        paths: new Set(merge.conflicts.map(({ path }) => path)),
        ownMarkers: merge.ownMarkers,
        labels: Object.values(LABELS),
      }
