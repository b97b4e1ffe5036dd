import type { Logger } from 'pino'
import type { ReactionSubject } from '../github/conversation.ts'
import type { Written } from '../github/feedback-content.ts'
import type { Github } from '../github/github.ts'
import { type Project, repositoryRef } from '../projects/project.ts'
import { issueOf, requestIdOf, type TriggerRequest } from './trigger-request.ts'

export interface RespondDeps {
  readonly github: Pick<Github, 'react' | 'createComment' | 'findOwnComment'>
  readonly log: Logger
}

/** Shows the requester that the request was accepted. An older installation may lack the permission for it. */
export async function acknowledge(
  { github, log }: RespondDeps,
  project: Project,
  request: TriggerRequest,
  subject = subjectOf(request),
): Promise<void> {
  const repository = repositoryRef(project)
  if (repository === null) return
  noteRefusal(log, request, await github.react(repository, subject, 'eyes'))
}

function noteRefusal(log: Logger, request: TriggerRequest, written: Written): void {
  if (written.kind === 'written') return
  log.warn({ request: requestIdOf(request), refusal: written }, 'GitHub refuses the answer to a comment')
}

/** GitHub's REST API has no reactions to reviews, so the pull request gets that to a review without comments. */
function subjectOf(request: TriggerRequest): ReactionSubject {
  switch (request.kind) {
    case 'comment':
      return { kind: 'comment', id: request.comment }
    case 'review':
      return request.comment === null
        ? { kind: 'issue', id: request.pullRequest }
        : { kind: 'review-comment', id: request.comment }
    case 'label':
      return { kind: 'issue', id: request.issue.number }
  }
}

/** Answers in one comment. `isRepeated`: an earlier try may have worked, so look for its comment first. */
export async function reply(
  { github, log }: RespondDeps,
  project: Project,
  request: TriggerRequest,
  { text, isRepeated }: { readonly text: string; readonly isRepeated: boolean },
): Promise<void> {
  const repository = repositoryRef(project)
  if (repository === null) return
  const issue = issueOf(request)
  const marker = `<!-- prentice:reply:${requestIdOf(request)} -->`
  const since = new Date(request.at - CLOCK_SKEW_MS)
  if (isRepeated && (await github.findOwnComment(repository, issue, { marker, since })) !== null) return
  noteRefusal(log, request, await github.createComment(repository, issue, `${text}\n\n${marker}`))
}

const CLOCK_SKEW_MS = 60_000
