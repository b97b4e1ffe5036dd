import type { Job } from '../domain/job.ts'
import { runId } from '../domain/run-id.ts'
import type { Sent, Written } from '../github/errors.ts'
import type { Github } from '../github/github.ts'
import type { RepositoryRef } from '../github/repository.ts'
import { answerMarker, CHECK_NAME, commentMarker } from './describe-job.ts'
import type { Part } from './plan-feedback.ts'

/** What GitHub shows once, and so has to be found again. */
type Lasting = Exclude<Part, { readonly kind: 'pull-request' }>
type PullRequestPart = Extract<Part, { readonly kind: 'pull-request' }>

/** Where a part is shown. */
export interface Target {
  readonly repository: RepositoryRef
  readonly defaultBranch: string | null
  readonly job: Job
}

/** `elsewhere`: the commit is on the default branch, which a check run would colour. */
export type WrittenPart = Written | { readonly kind: 'elsewhere' }

/** Creates or updates a part. `mayExist`: an earlier attempt may have created it, so GitHub is asked first. */
export async function writePart(
  github: Github,
  target: Target,
  part: Part,
  mayExist: boolean,
): Promise<WrittenPart> {
  if (part.kind === 'pull-request') return preparePullRequest(github, target, part)
  const id = part.before?.id ?? (mayExist ? await findPart(github, target, part) : null)
  return id === null ? createPart(github, target, part) : updatePart(github, target, part, id)
}

const externalIdOf = ({ project, id }: Job, run: number): string => runId({ project, job: id, run })

function findPart(github: Github, { repository, job }: Target, part: Lasting): Promise<number | null> {
  if (part.kind !== 'check-run') {
    const marker = part.kind === 'answer' ? answerMarker(job.id, part.run) : commentMarker(job.id)
    const search = { marker, since: new Date(job.createdAt - CLOCKS_DIFFER_MS) }
    return github.findOwnComment(repository, part.issue, search)
  }
  const externalId = externalIdOf(job, part.run)
  return github.findCheckRun(repository, { name: CHECK_NAME, headSha: part.sha, externalId })
}

const CLOCKS_DIFFER_MS = 60_000

async function createPart(
  github: Github,
  { repository, defaultBranch, job }: Target,
  part: Lasting,
): Promise<WrittenPart> {
  if (part.kind !== 'check-run') return github.createComment(repository, part.issue, part.text)
  // For example the pull request was merged without a merge commit.
  if (defaultBranch === null || (await github.contains(repository, part.sha, defaultBranch)))
    return { kind: 'elsewhere' }
  const externalId = externalIdOf(job, part.run)
  return github.createCheckRun(repository, {
    name: CHECK_NAME,
    headSha: part.sha,
    externalId,
    ...part.fields,
  })
}

/** GitHub adds the annotations to those that it has: if the response to an end is lost, they may be there twice. */
const updatePart = (github: Github, { repository }: Target, part: Lasting, id: number): Promise<Written> =>
  part.kind !== 'check-run'
    ? github.updateComment(repository, id, part.text)
    : github.updateCheckRun(repository, id, part.fields)

/** Each adds to what the pull request has, so repeating them is harmless. The first refusal is reported, and the rest done. */
async function preparePullRequest(
  github: Github,
  { repository }: Target,
  { number, people: { assignees, labels, reviewers } }: PullRequestPart,
): Promise<Written> {
  const sent: Sent[] = []
  if (assignees.length > 0) sent.push(await github.addAssignees(repository, number, assignees))
  if (labels.length > 0) sent.push(await github.addLabels(repository, number, labels))
  if (reviewers.people.length + reviewers.teams.length > 0)
    sent.push(await github.requestReviewers(repository, number, reviewers))
  for (const one of sent) if (one.kind !== 'sent') return one
  return { kind: 'written', id: number }
}
