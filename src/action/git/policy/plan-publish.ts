import { type Reason, reason } from '../../../contract/reasons.ts'
import type { PublishRules } from '../../../contract/runner-protocol.ts'
import type { SecretIndex } from '../../secrets/secret-index.ts'
import { showPath } from '../../text/show-path.ts'
import type { Change } from '../diff/change.ts'
import { describeRefusals } from './describe-refusals.ts'
import { pathPolicy } from './path-policy.ts'
import { type SecretFinding, scanAddedLines } from './scan-added-lines.ts'

export type PublishPlan =
  | { readonly kind: 'nothing' }
  | {
      readonly kind: 'publish'
      readonly files: number
      readonly additions: number
      readonly deletions: number
    }
  | { readonly kind: 'refuse'; readonly reason: Reason }

interface PlanInput {
  readonly changes: readonly Change[]
  readonly rules: PublishRules
  /** Secrets of this run: tokens, model keys, the run secret. */
  readonly secrets: Pick<SecretIndex, 'find' | 'redactKnown'>
}

/** Judges the whole change. It is published completely or not at all. */
export function planPublish({ changes, rules, secrets }: PlanInput): PublishPlan {
  if (changes.length === 0) return { kind: 'nothing' }
  const refusal =
    refuseKinds(changes) ??
    refusePaths(changes, rules) ??
    refuseSize(changes, rules) ??
    refuseSecrets(changes, secrets)
  if (refusal !== null) return { kind: 'refuse', reason: refusal }
  return {
    kind: 'publish',
    files: changes.length,
    additions: sum(changes.map(({ additions }) => additions)),
    deletions: sum(changes.map(({ deletions }) => deletions)),
  }
}

function refuseKinds(changes: readonly Change[]): Reason | null {
  for (const change of changes) {
    const danger = describeDanger(change)
    if (danger !== null) return reason('change-unsafe', `${danger} at ${showPath(change.path)}`)
  }
  return null
}

/** A moved link is unsafe even if unchanged, since a relative target then points elsewhere. */
function describeDanger({ oldMode, newMode }: Change): string | null {
  if (newMode === '160000' || (oldMode === '160000' && newMode !== null))
    return 'a nested repository or submodule'
  if (newMode === '120000') return 'a new or changed symbolic link'
  if (newMode === '100755' && oldMode !== '100755') return 'a new executable bit'
  return null
}

function refusePaths(changes: readonly Change[], rules: PublishRules): Reason | null {
  const judge = pathPolicy(rules)
  const paths = changes.flatMap(({ path, oldPath }) => (oldPath === null ? [path] : [oldPath, path]))
  const refused = paths.flatMap((path) => {
    const verdict = judge(path)
    return verdict === 'writable' ? [] : [{ path, verdict }]
  })
  return refused.length === 0 ? null : reason('path-protected', describeRefusals(refused))
}

function refuseSize(changes: readonly Change[], rules: PublishRules): Reason | null {
  if (changes.length > rules.maxFiles) {
    return reason(
      'change-too-large',
      `it has ${changes.length} files, and \`max-files\` is ${rules.maxFiles}`,
    )
  }
  const bytes = sum(changes.map(({ newSize }) => newSize))
  if (bytes > rules.maxBytes) {
    return reason('change-too-large', `its files have ${bytes} bytes, and \`max-bytes\` is ${rules.maxBytes}`)
  }
  if (changes.some(({ addedLines }) => addedLines === null)) {
    return reason('change-too-large', 'its diff is too long to be searched for secrets')
  }
  return null
}

function refuseSecrets(changes: readonly Change[], secrets: PlanInput['secrets']): Reason | null {
  const found = scanAddedLines(changes, secrets)
  if (found.length === 0) return null
  const named = found.slice(0, 5).map(showFinding).join('; ')
  return reason('secret-found', found.length > 5 ? `${named}; and ${found.length - 5} more` : named)
}

function showFinding({ kind, path, line }: SecretFinding): string {
  return line === null ? `${kind} in ${showPath(path)}` : `${kind} in ${showPath(path)}, line ${line}`
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
