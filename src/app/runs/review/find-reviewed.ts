import { type Reason, reason } from '../../../contract/reasons.ts'
import type { Material } from '../../../contract/runner-protocol/material.ts'
import { numberLines } from '../../../review/read-diff.ts'
import { asOneLine, shorten, shownText } from '../../../sanitize/neutralize.ts'
import type { Job } from '../../domain/job.ts'
import type { Reviewed } from '../../domain/run.ts'
import type { OwnLineComment } from '../../github/conversation.ts'
import { doubtRefusal, inDoubt } from '../../github/doubt.ts'
import { GithubRefused } from '../../github/errors.ts'
import type { PullRequest } from '../../github/pull-request.ts'
import type { RepositoryRef } from '../../github/repository.ts'
import type { NumberedMessage } from '../../job-store/messages.ts'
import { type Project, type ProjectWork, repositoryRef, whyAbsent } from '../../projects/project.ts'

export type FoundReviewed =
  | {
      readonly kind: 'found'
      readonly review: Reviewed
      /** The changes of the pull request, and what earlier reviews said of them. */
      readonly material: readonly Material[]
    }
  | { readonly kind: 'none'; readonly reason: Reason }

/**
 * The pull request that a run with the mode `review` is about, as GitHub has it now. Throws GithubUnavailable, so that the runner
 * claims again.
 */
export async function findReviewed(
  deps: ProjectWork,
  job: Job,
  project: Project | null,
  messages: readonly NumberedMessage[],
): Promise<FoundReviewed> {
  const repository = project && repositoryRef(project)
  if (repository === null) return { kind: 'none', reason: whyAbsent(project) }
  try {
    return await read(deps, repository, job, messages)
  } catch (error) {
    if (!(error instanceof GithubRefused)) throw error
    const again = await doubtRefusal(deps, repository, error)
    if (again !== null) throw inDoubt(error.message, again)
    return { kind: 'none', reason: error.reason }
  }
}

async function read(
  { github }: ProjectWork,
  repository: RepositoryRef,
  job: Job,
  messages: readonly NumberedMessage[],
): Promise<FoundReviewed> {
  const pull = await findPull({ github }, repository, job, messages)
  if ('why' in pull) return { kind: 'none', reason: reason('nothing-to-review', pull.why) }
  const { number, headSha, headRepositoryId } = pull
  const [files, said] = await Promise.all([
    github.listChangedFiles(repository, number),
    github.listOwnLineComments(repository, number),
  ])
  if (files.length === 0)
    return { kind: 'none', reason: reason('nothing-to-review', `#${number} changes no file`) }
  const isOfFork = headRepositoryId !== repository.id
  return {
    kind: 'found',
    review: { pullRequest: number, headSha, ...(isOfFork && { isOfFork }) },
    material: [
      { of: `the changes of pull request #${number}`, text: numberLines(files) },
      ...(said.length === 0 ? [] : [{ of: 'findings of earlier reviews', text: listSaid(said) }]),
    ],
  }
}

/**
 * Where somebody asked in a comment; otherwise the pull request of the job, the one that the job was created on, or the one from
 * the branch that the job names.
 */
async function findPull(
  { github }: Pick<ProjectWork, 'github'>,
  repository: RepositoryRef,
  { run, origin: first, pullRequest, base }: Job,
  messages: readonly NumberedMessage[],
): Promise<PullRequest | { readonly why: string }> {
  const last = messages.findLast(({ number }) => number >= run.first)?.message?.origin
  const onPull = first.kind === 'github' && first.onPullRequest === true ? first.issue : null
  const number = last?.kind === 'github' ? last.issue : (pullRequest?.number ?? onPull)
  if (number === null && base === null) return { why: 'the job has not opened one' }
  const pull =
    number === null
      ? await github.findPullRequest(repository, base ?? '')
      : await github.readPullRequest(repository, number)
  if (pull === null)
    return { why: number === null ? `there is none from the branch ${base}` : `#${number} does not exist` }
  return pull.state === 'open' ? pull : { why: `#${pull.number} is ${pull.merged ? 'merged' : 'closed'}` }
}

const MAX_SAID = 100
const SAID_LENGTH = 500

const listSaid = (said: readonly OwnLineComment[]): string =>
  said
    .slice(-MAX_SAID)
    .map(
      ({ path, line, body }) =>
        `${asOneLine(path)}${line === null ? '' : `, line ${line}`}: ${shorten(asOneLine(shownText(body)), SAID_LENGTH)}`,
    )
    .join('\n')
