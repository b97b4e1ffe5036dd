import { showPaths } from '../../text/show-path.ts'
import type { PathVerdict } from './path-policy.ts'

export type RefusedVerdict = Exclude<PathVerdict, 'writable'>

export interface RefusedPath {
  readonly path: string
  readonly verdict: RefusedVerdict
}

/** What stands in the way of a path, to be read after "is"; it names the key that opens it. */
export function describeVerdict(verdict: RefusedVerdict): string {
  switch (verdict) {
    case 'protected':
      return 'protected: only `paths.unprotect` in .github/prentice.yml opens it'
    case 'outside':
      return 'outside of what `paths.allow` in .github/prentice.yml names'
    case 'forbidden':
      return "git's own, which nothing opens"
  }
}

/** Paths by what stands in their way, each kind said once. */
export function describeRefusals(refused: readonly RefusedPath[]): string {
  const verdicts = [...new Set(refused.map(({ verdict }) => verdict))]
  return verdicts
    .map((verdict) => {
      const paths = refused.filter((one) => one.verdict === verdict).map(({ path }) => path)
      return `${showPaths([...new Set(paths)])} (${describeVerdict(verdict)})`
    })
    .join('; ')
}
