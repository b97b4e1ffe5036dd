import { z } from 'zod'
import { WORKFLOW_FILE } from '../../contract/github.ts'
import type { ReasonCode } from '../../contract/reasons.ts'
import { commitWithRetry, type Store, type TimedStore } from '../store/store.ts'
import { GithubRefused, GithubUnavailable, type Sent, type Written } from './errors.ts'
import type { Github } from './github.ts'
import type { RepositoryRef } from './repository.ts'

/*
 * GitHub takes back what it said. A token may be refused with 401 or 403 until all replicas know it, and a repository
 * may be 404 for moments. So such a refusal ends work only after GitHub has repeated it three times, within two and a
 * half minutes, each time with a new token, and if GitHub does not say that the installation is where it was.
 * https://github.com/octokit/auth-app.js/issues/65
 */

const doubtKeys = {
  /** What GitHub has refused this installation, and may take back. */
  of: (installationId: number) => `doubt/${installationId}`,
}

const Doubt = z.looseObject({
  code: z.string(),
  /** The repository that is refused; `null`: the installation. */
  repository: z.int().nullable(),
  /** How often the question was repeated. */
  asked: z.int(),
  /** How often in a row GitHub has repeated the refusal. */
  confirmed: z.int(),
  /** When to ask again, epoch ms. */
  nextAt: z.int(),
  /** A process asks until then, epoch ms; absent: none does. */
  askedUntil: z.int().optional(),
  /** GitHub has shown the repository since. */
  isDisproved: z.boolean().optional(),
})
type Doubt = z.infer<typeof Doubt>

const Record = z.looseObject({ doubts: z.array(Doubt) })

/** Between one question and the next. The last one is for what GitHub refuses and disproves. */
const DELAYS_MS = [20_000, 40_000, 90_000, 600_000] as const
const LAST_DELAY_MS = 600_000
const CONFIRMATIONS = 3
/** How long one process has for its question. */
const ASKING_MS = 30_000
/** A doubt about which nobody asks is forgotten. */
const FORGOTTEN_MS = 600_000
/** Long enough for all work that waited, and short for a person who has fixed the cause. */
const FINAL_MS = 60_000

/** Of one installation. Further refusals wait until there is room. */
const MAX_DOUBTS = 200

/** What a refusal means that concerns all work of an installation. */
const OF_INSTALLATION: ReadonlySet<string> = new Set([
  'app-uninstalled',
  'app-suspended',
  'ip-not-allowed',
  'sso-required',
] satisfies ReasonCode[])
/** What a refusal means that concerns all work on a repository. Any other delays only the work that was refused. */
const OF_REPOSITORY: ReadonlySet<string> = new Set([
  'repository-gone',
  'repository-archived',
] satisfies ReasonCode[])

const isAboutAll = (code: string): boolean => OF_INSTALLATION.has(code) || OF_REPOSITORY.has(code)

interface Refusal {
  readonly code: string
  readonly repository: number
  /** GitHub says that the installation still has the repository. */
  readonly isThere: boolean
}

type Verdict = { readonly kind: 'final' } | { readonly kind: 'wait'; readonly until: number }

const delayOf = (asked: number): number => DELAYS_MS[asked] ?? LAST_DELAY_MS

const isFinal = ({ confirmed }: Doubt): boolean => confirmed >= CONFIRMATIONS

/** A clock that was set back leaves times that are too far ahead. */
const isRemembered = (doubt: Doubt, now: number): boolean =>
  doubt.nextAt + (isFinal(doubt) ? FINAL_MS : FORGOTTEN_MS) > now && doubt.nextAt <= now + LAST_DELAY_MS

/** Whether a refusal is final now. `isNews`: it counts, and the next request needs a new token. Pure. */
export function judgeRefusal(
  doubts: readonly Doubt[],
  { code, repository: refused, isThere }: Refusal,
  now: number,
): { readonly doubts: readonly Doubt[]; readonly verdict: Verdict; readonly isNews: boolean } {
  const repository = OF_INSTALLATION.has(code) ? null : refused
  const isSame = (doubt: Doubt) => doubt.code === code && doubt.repository === repository
  const known = doubts.filter((doubt) => isRemembered(doubt, now))
  const others = known.filter((doubt) => !isSame(doubt))
  const before = known.find(isSame)
  if (before === undefined) {
    const until = now + delayOf(0)
    if (known.length >= MAX_DOUBTS) return { doubts: known, verdict: { kind: 'wait', until }, isNews: false }
    const first = { code, repository, asked: 0, confirmed: 0, nextAt: until }
    return { doubts: [...others, first], verdict: { kind: 'wait', until }, isNews: true }
  }
  if (isFinal(before) && !isThere) return { doubts: known, verdict: { kind: 'final' }, isNews: false }
  if (now < before.nextAt)
    return { doubts: known, verdict: { kind: 'wait', until: before.nextAt }, isNews: false }
  const confirmed = isThere ? 0 : before.confirmed + 1
  const asked = before.asked + 1
  const counted = { ...before, asked, confirmed, askedUntil: undefined, isDisproved: undefined }
  if (isFinal(counted))
    return { doubts: [...others, { ...counted, nextAt: now }], verdict: { kind: 'final' }, isNews: false }
  const until = now + delayOf(asked)
  return {
    doubts: [...others, { ...counted, nextAt: until }],
    verdict: { kind: 'wait', until },
    isNews: true,
  }
}

/** The doubts for which all work on a repository waits. Pure. */
export const openDoubts = (doubts: readonly Doubt[], repository: number, now: number): Doubt[] =>
  doubts.filter(
    (doubt) =>
      isAboutAll(doubt.code) &&
      (doubt.repository === null || doubt.repository === repository) &&
      doubt.isDisproved !== true &&
      !isFinal(doubt) &&
      isRemembered(doubt, now),
  )

export interface DoubtDeps extends TimedStore {
  readonly github: Pick<Github, 'findInstallation' | 'forgetToken' | 'readRepository' | 'readWorkflowState'>
}

/** The statuses that GitHub is known to take back. */
const DOUBTFUL: ReadonlySet<number | null> = new Set([401, 403, 404])

/**
 * Records a refusal. Returns when the work that was refused tries again (epoch ms), or `null` if the refusal is final. The
 * end of an installation, a repository or a workflow is final only if GitHub does not show it elsewhere.
 */
export async function doubtRefusal(
  deps: DoubtDeps,
  repository: RepositoryRef,
  { reason: { code }, status }: { reason: { readonly code: string }; readonly status: number | null },
): Promise<number | null> {
  const { store, github, now } = deps
  const { installationId, id } = repository
  if (!DOUBTFUL.has(status)) return null
  const judge = (isThere: boolean) =>
    change(store, installationId, (doubts) => judgeRefusal(doubts, { code, repository: id, isThere }, now()))
  let judged = await judge(false)
  // A 403 names a rule, which does not depend on what is there.
  if (judged.verdict.kind === 'final' && status !== 403 && (await isShown(github, repository, code)))
    judged = await judge(true)
  if (judged.isNews) github.forgetToken(installationId)
  return judged.verdict.kind === 'wait' ? judged.verdict.until : null
}

/** Whether GitHub shows, by another question, what it has refused. */
async function isShown(
  github: DoubtDeps['github'],
  repository: RepositoryRef,
  code: string,
): Promise<boolean> {
  const { installationId, owner, name, id } = repository
  if (code === 'workflow-missing') return isWorkflowActive(github, repository)
  return isAboutAll(code) && (await github.findInstallation(owner, name, id))?.id === installationId
}

async function isWorkflowActive(github: DoubtDeps['github'], repository: RepositoryRef): Promise<boolean> {
  try {
    return (await github.readWorkflowState(repository, WORKFLOW_FILE)) === 'active'
  } catch (error) {
    if (error instanceof GithubRefused) return false
    throw error
  }
}

/**
 * Something that must exist is not shown. Throws GithubUnavailable while GitHub may still show it, and returns once its
 * absence is final. `what`: absences of the same are counted together.
 */
export async function doubtAbsence(deps: DoubtDeps, repository: RepositoryRef, what: string): Promise<void> {
  const at = await doubtRefusal(deps, repository, { reason: { code: `absent ${what}` }, status: 404 })
  if (at !== null) throw inDoubt(`it does not show ${what}`, at)
}

/**
 * As `doubtRefusal`, for what is only shown to people. `null`: it was written, or GitHub does not take the refusal back.
 * `what`: refusals of the same are counted together.
 */
export async function doubtWrite(
  deps: DoubtDeps,
  repository: RepositoryRef,
  what: string,
  written: Sent | Written,
): Promise<number | null> {
  if (written.kind === 'sent' || written.kind === 'written' || written.isDoubtful !== true) return null
  return doubtRefusal(deps, repository, { reason: { code: `write ${what}` }, status: 404 })
}

/** Works on a repository. Throws GithubUnavailable while GitHub may take a refusal back, and GithubRefused once it is final. */
export async function withDoubt<T>(
  deps: DoubtDeps,
  repository: RepositoryRef | null,
  work: () => Promise<T>,
): Promise<T> {
  if (repository === null) return work()
  try {
    await awaitDoubt(deps, repository)
    return await work()
  } catch (error) {
    if (!(error instanceof GithubRefused)) throw error
    const at = await doubtRefusal(deps, repository, error)
    if (at === null) throw error
    throw inDoubt(error.message, at)
  }
}

/** The work is tried again at that time (epoch ms). */
export const inDoubt = (refusal: string, at: number): GithubUnavailable =>
  new GithubUnavailable(`GitHub has refused the App, and is asked again: ${refusal}`, at)

/**
 * Waits for an open doubt about the installation or the repository: throws GithubUnavailable, so that nothing is
 * dispatched and no token is issued. When it is time, one caller asks GitHub for the repository, for all of them; if
 * GitHub refuses, this throws GithubRefused, which the caller passes to `doubtRefusal`.
 */
export async function awaitDoubt(deps: DoubtDeps, repository: RepositoryRef): Promise<void> {
  const { store, github, now } = deps
  const { installationId, id } = repository
  if ((await store.get(doubtKeys.of(installationId))) === undefined) return
  const { waitUntil, mayAsk } = await change(store, installationId, (doubts) =>
    takeQuestion(doubts, id, now()),
  )
  if (waitUntil !== null)
    throw inDoubt(`installation ${installationId}, ${repository.owner}/${repository.name}`, waitUntil)
  if (!mayAsk) return
  github.forgetToken(installationId)
  await github.readRepository(repository)
  await change(store, installationId, (doubts) => {
    const open = openDoubts(doubts, id, now())
    return {
      doubts: doubts.map((doubt) =>
        open.includes(doubt) ? { ...doubt, confirmed: 0, nextAt: now(), isDisproved: true } : doubt,
      ),
    }
  })
}

/** The question belongs to the first caller after the delay. Pure. */
function takeQuestion(doubts: readonly Doubt[], repository: number, now: number) {
  const open = openDoubts(doubts, repository, now)
  const waitUntil = Math.max(
    0,
    ...open.map(({ nextAt, askedUntil = 0 }) => Math.max(nextAt, Math.min(askedUntil, now + ASKING_MS))),
  )
  if (waitUntil > now) return { doubts, waitUntil, mayAsk: false }
  const askedUntil = now + ASKING_MS
  return {
    doubts: doubts.map((doubt) => (open.includes(doubt) ? { ...doubt, askedUntil } : doubt)),
    waitUntil: null,
    mayAsk: open.length > 0,
  }
}

const change = <T extends { readonly doubts: readonly Doubt[] }>(
  store: Store,
  installationId: number,
  decide: (doubts: readonly Doubt[]) => T,
): Promise<T> =>
  commitWithRetry(store, `doubts about installation ${installationId}`, async () => {
    const key = doubtKeys.of(installationId)
    const raw = await store.get(key)
    const before = raw === undefined ? { doubts: [] } : Record.parse(JSON.parse(raw))
    const result = decide(before.doubts)
    const value = JSON.stringify({ ...before, doubts: result.doubts })
    if (result.doubts.length === 0 || value === raw) return { result }
    const expiresAt = Math.max(...result.doubts.map(({ nextAt }) => nextAt)) + FORGOTTEN_MS
    return { commit: { checks: [{ key, value: raw ?? null }], set: [{ key, value, expiresAt }] }, result }
  })
