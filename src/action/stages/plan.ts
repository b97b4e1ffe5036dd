import type { Mode } from '../../contract/job.ts'
import { type Reason, reason } from '../../contract/reasons.ts'
import type { PublishRules, PushTokenRequest } from '../../contract/runner-protocol/publish.ts'
import type { AgentOutcome } from '../agent/agent-host.ts'
import { confidentialWords, type Words } from '../confidential/confidential-words.ts'
import type { Checkout } from '../git/checkout/checkout.ts'
import { listPaths, pathAsText } from '../git/checkout/list-paths.ts'
import { listEntries, readLinks } from '../git/checkout/read-tree-files.ts'
import type { Change } from '../git/diff/change.ts'
import { readDiffText } from '../git/diff/diff-text.ts'
import { openFilters } from '../git/diff/find-filters.ts'
import { readChanges } from '../git/diff/read-changes.ts'
import { mergeRulesOf } from '../git/merge/merge-trees.ts'
import { findGitFolders } from '../git/policy/find-git-folders.ts'
import { describeRefusals, type RefusedPath } from '../git/policy/path-policy.ts'
import { type PublishPlan, planPublish } from '../git/policy/plan-publish.ts'
import type { Outcome } from '../outcome/outcome.ts'
import { findUnportableChange } from '../workspace/files/portable-names.ts'
import type { AgentWork } from './agent-work.ts'
import type { RunContext } from './run-context.ts'

export interface PlannedChange {
  readonly kind: 'publish'
  /** What the agent says of the change, as it may be published. */
  readonly words: Words
  /** The tree that was judged. This is pushed, whatever happens to the files meanwhile. */
  readonly tree: string
  readonly size: PushTokenRequest['plan']
}

export type Plan =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'refused'; readonly reason: Reason }
  | PlannedChange

const NO_SIZE = { files: 0, additions: 0, deletions: 0 }

/** Judges the final work tree, and says which files changed. */
export async function plan(
  {
    log,
    secrets,
    confidentiality,
  }: Pick<RunContext, 'secrets' | 'confidentiality'> & { readonly log: Pick<RunContext['log'], 'info'> },
  checkout: Checkout,
  { rules, outcome }: { readonly rules: PublishRules; readonly outcome: AgentOutcome },
): Promise<{ readonly plan: Plan; readonly files: readonly string[] }> {
  const { tree, changes } = await readChanges(checkout)
  const files = changes.map(({ path }) => path)
  const verdict = await judgeChange(checkout, { tree, changes }, { rules, secrets })
  switch (verdict.kind) {
    case 'nothing':
      if (checkout.merge === null) {
        log.info('No file changed.')
        return { plan: verdict, files }
      }
      log.info('The merge needs no change.')
      return {
        plan: { kind: 'publish', tree, words: wordsOfMerge(outcome, confidentiality), size: NO_SIZE },
        files,
      }
    case 'refuse':
      return { plan: { kind: 'refused', reason: verdict.reason }, files }
    case 'publish': {
      const { files: count, additions, deletions } = verdict
      log.info(`Files: ${count}, lines added: ${additions}, lines removed: ${deletions}`)
      // The model chose these names, and they are not public if the push fails.
      for (const { kind, path } of changes) log.info(confidentiality.redactQuotes(`  ${kind} ${path}`))
      const words = confidentiality.isOn
        ? confidentialWords(
            outcome,
            { files, text: await readDiffText(checkout, { tree, changes }) },
            confidentiality,
          )
        : outcome
      return { plan: { kind: 'publish', tree, words, size: { files: count, additions, deletions } }, files }
    }
  }
}

/**
 * Judges a change by the rules, and by what the repository says of the changed paths: before the change, after it, and on
 * the base, in case an earlier turn has changed it on the branch.
 */
export async function judgeChange(
  { repository, baseSha, startSha, merge }: Checkout,
  { tree, changes }: { readonly tree: string; readonly changes: readonly Change[] },
  given: { readonly rules: PublishRules; readonly secrets: RunContext['secrets'] },
): Promise<PublishPlan> {
  const trees = [baseSha, startSha, tree]
  const findFilters = await openFilters(repository, trees)
  const paths = changes.flatMap(({ path, oldPath }) => (oldPath === null ? [path] : [path, oldPath]))
  const plan = planPublish({
    ...{ changes, ...given, merge: mergeRulesOf(merge) },
    links: await readLinks(repository, trees),
    gitFolders: findGitFolders((await listEntries(repository, tree)).map(({ path }) => pathAsText(path))),
    filters: await findFilters(paths),
  })
  const unportable = plan.kind === 'publish' ? await findUnportableNames(repository, startSha, changes) : null
  if (unportable === null) return plan
  const refusal = { code: 'change-unsafe', detail: unportable } as const
  return { kind: 'refuse', refusal, reason: reason(refusal.code, refusal.detail) }
}

async function findUnportableNames(
  { gitFixed }: Checkout['repository'],
  start: string,
  changes: readonly Change[],
): Promise<string | null> {
  const added = changes.filter(({ oldMode, kind }) => oldMode === null || kind === 'renamed')
  if (added.length === 0) return null
  const listed = await listPaths(gitFixed, ['ls-tree', '-r', '-z', '--name-only', '--full-tree', start])
  const gone = changes.flatMap(({ path, oldPath, newMode }) => (newMode === null ? path : (oldPath ?? [])))
  return findUnportableChange({ added: added.map(({ path }) => path), gone }, listed.map(pathAsText))
}

/** Of a merge to which the agent has added nothing. Git's subject says all that may be public. Pure. */
const wordsOfMerge = (outcome: AgentOutcome, confidentiality: RunContext['confidentiality']): Words =>
  confidentiality.isOn
    ? { ...confidentialWords(outcome, { files: [], text: '' }, confidentiality), commitMessage: '' }
    : outcome

/** The outcome of a run that has nothing to publish. Pure. */
export function noChangeOutcome(
  { secrets, confidentiality }: Pick<RunContext, 'secrets' | 'confidentiality'>,
  { outcome, refusedPaths, isSaved }: Pick<AgentWork, 'outcome' | 'refusedPaths' | 'isSaved'>,
  headSha: string | null,
): Outcome {
  if (outcome.reason !== null) return { outcome: 'failed', reason: outcome.reason, published: null }
  const obstacle = isSaved ? 'the base already holds the saved patch.' : nameRefusals(refusedPaths, secrets)
  // The agent's words and the paths may repeat a confidential prompt. The job has them in any case.
  const why = confidentiality.isOn
    ? 'the job says why.'
    : [obstacle, outcome.summary].filter((part) => part !== null).join(' ')
  return { outcome: 'no-change', headSha, reason: reason('no-change', why), obstacle }
}

const IN_MODE: Readonly<Record<Mode, string>> = {
  ask: 'it was asked for an answer, which is its summary.',
  plan: 'it was asked for a plan, which is its summary.',
  review: 'it was asked for a review.',
}

/** The outcome of a run whose work is words. Pure. */
export const answerOutcome = (
  mode: Mode,
  { reason: why, findings }: AgentOutcome,
  headSha: string | null,
): Outcome =>
  why === null
    ? { outcome: 'no-change', headSha, reason: reason('no-change', IN_MODE[mode]), obstacle: null, findings }
    : { outcome: 'failed', reason: why, published: null }

/** The model named the paths. */
function nameRefusals(refused: readonly RefusedPath[], { redact }: RunContext['secrets']): string | null {
  const named = refused.map((one) => ({ ...one, path: redact(one.path) }))
  return named.length === 0 ? null : `it may not change ${describeRefusals(named)}.`
}
