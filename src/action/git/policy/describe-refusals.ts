import { showPaths } from '../../text/show-path.ts'
import type { PathVerdict } from './path-policy.ts'

export type RefusedVerdict = Exclude<PathVerdict, 'writable'>

export interface RefusedPath {
  readonly path: string
  readonly verdict: RefusedVerdict
}

/** Why a path may not be changed, to follow the word "is". Names the setting that allows it. */
export function describeVerdict(verdict: RefusedVerdict): string {
  switch (verdict) {
    case 'protected':
      return 'protected: only `paths.unprotect` in the project settings allows it'
    case 'outside':
      return 'not among the paths that `paths.allow` or `working-directory` in the project settings names'
    case 'other-file':
      return 'not one of the files that this job is for'
    case 'forbidden':
      return 'part of a git directory, which no setting allows'
  }
}

/** The paths grouped by verdict. */
export function describeRefusals(refused: readonly RefusedPath[]): string {
  const verdicts = [...new Set(refused.map(({ verdict }) => verdict))]
  return verdicts
    .map((verdict) => {
      const paths = refused.filter((one) => one.verdict === verdict).map(({ path }) => path)
      return `${showPaths([...new Set(paths)])} (${describeVerdict(verdict)})`
    })
    .join('; ')
}
