import { GithubUnavailable } from '../../../github/errors.ts'
import type { Github } from '../../../github/github.ts'
import type { ChangedFile, RepositoryRef } from '../../../github/repository.ts'
import type { ProjectCheck } from '../../../onboarding/check-project.ts'
import type { Project } from '../../../projects/project.ts'

/** How long an answer serves all who may see it. */
const KEPT_MS = 30_000
/** UTF-16 units of all kept answers. */
const MOST_KEPT = 16 * 1024 * 1024
/** Memory of one answer, regardless of its content. */
const OF_ANSWER = 500
/** Requests that one person may cause in a minute. */
const MOST_A_MINUTE = 30
const MINUTE_MS = 60_000

/** The person has caused as many requests as one person may. */
export class AskedTooOften extends Error {
  override name = 'AskedTooOften'
  /** Epoch milliseconds. */
  readonly againAt: number
  constructor(againAt: number) {
    super('this person has caused too many requests to GitHub within a minute')
    this.againAt = againAt
  }
}

/**
 * What pages read from GitHub with the App's token. Its hourly limit belongs to the work of the installation, so answers
 * are shared, and each person may cause a few requests only. All methods throw AskedTooOften.
 */
export interface GithubReads {
  branches(personId: number, repository: RepositoryRef): Promise<readonly string[]>
  /** `version`: another one is another question. `null`: one of the branches does not exist. */
  changes(
    personId: number,
    repository: RepositoryRef,
    compared: { readonly base: string; readonly head: string; readonly version: string },
  ): Promise<readonly ChangedFile[] | null>
  /** Counts requests that are made elsewhere. */
  charge(personId: number, requests: number): void
}

export function createGithubReads({
  github,
  now,
}: {
  readonly github: Pick<Github, 'listBranches' | 'compareBranches'>
  readonly now: () => number
}): GithubReads {
  const charge = createCharge(now)
  const kept = createAnswers(now)
  return {
    charge,
    branches: (personId, repository) =>
      kept.of(`branches ${repository.id}`, () => {
        charge(personId, 1)
        return github.listBranches(repository)
      }),
    changes: (personId, repository, { base, head, version }) =>
      kept.of(`changes ${JSON.stringify([repository.id, base, head, version])}`, () => {
        charge(personId, 1)
        return github.compareBranches(repository, base, head)
      }),
  }
}

/** Counts in fixed minutes, as long as somebody asks. */
function createCharge(now: () => number): GithubReads['charge'] {
  let since = 0
  let counts = new Map<number, number>()
  return (personId, requests) => {
    const at = now()
    if (Math.abs(at - since) >= MINUTE_MS) {
      since = at
      counts = new Map()
    }
    const used = (counts.get(personId) ?? 0) + requests
    if (used > MOST_A_MINUTE) throw new AskedTooOften(since + MINUTE_MS)
    counts.set(personId, used)
  }
}

interface Answer {
  readonly at: number
  readonly value: Promise<unknown>
  size: number
}

/** Requests for the same thing share an answer, which is kept for a while; a failure is not. */
function createAnswers(now: () => number) {
  const answers = new Map<string, Answer>()
  return {
    async of<T extends readonly unknown[] | null>(name: string, ask: () => Promise<T>): Promise<T> {
      const known = answers.get(name)
      // The question decides the type of its answer.
      if (known !== undefined && Math.abs(now() - known.at) < KEPT_MS) return known.value as Promise<T>
      const value = ask()
      const answer: Answer = { at: now(), value, size: OF_ANSWER }
      answers.delete(name)
      answers.set(name, answer)
      try {
        answer.size += sizeOf(await value)
        dropOldest(answers)
      } catch {
        if (answers.get(name) === answer) answers.delete(name)
      }
      return value
    },
  }
}

const sizeOf = (value: readonly unknown[] | null): number =>
  value === null ? 0 : value.reduce<number>((sum, one) => sum + lengthOf(one), 0)

const lengthOf = (one: unknown): number =>
  typeof one === 'object' && one !== null
    ? Object.values(one).reduce<number>((sum, text) => sum + String(text).length, OF_ANSWER)
    : String(one).length

function dropOldest(answers: Map<string, Answer>): void {
  let total = 0
  for (const { size } of answers.values()) total += size
  for (const [name, { size }] of answers) {
    if (total <= MOST_KEPT) return
    answers.delete(name)
    total -= size
  }
}

/**
 * A check that a page needs and that counts as `requests` of the person; `null`: GitHub cannot be reached, or the person has
 * caused as many requests as one person may, and the page is shown without it.
 */
export async function firstCheck(
  {
    checks,
    reads,
  }: {
    readonly checks: { check(project: Project): Promise<ProjectCheck> }
    readonly reads: Pick<GithubReads, 'charge'>
  },
  project: Project,
  { personId, requests }: { readonly personId: number; readonly requests: number },
): Promise<ProjectCheck | null> {
  try {
    reads.charge(personId, requests)
    return await checks.check(project)
  } catch (error) {
    if (error instanceof GithubUnavailable || error instanceof AskedTooOften) return null
    throw error
  }
}
