import { z } from 'zod'
import { mayMention } from '../../../mention/find-mention.ts'
import type { GithubEvents, WebhookDeps } from './deps.ts'
import { Authored, Issue, isMember, receiveTrigger } from './trigger-payload.ts'

const Payload = z.object({
  comment: Authored.extend({ id: z.int(), body: z.string() }),
  issue: Issue,
})

/**
 * A comment on an issue or in the conversation of a pull request. Edits are ignored, because the editor is not always the
 * author.
 * https://docs.github.com/en/webhooks/webhook-events-and-payloads#issue_comment
 */
export function onIssueComment(events: GithubEvents, deps: WebhookDeps): void {
  events.on('issue_comment.created', async ({ payload }) => {
    const read = Payload.safeParse(payload)
    if (!read.success) return
    const { comment, issue } = read.data
    if (!mayMention(comment.body)) return
    const request = {
      kind: 'comment',
      comment: comment.id,
      text: comment.body,
      issue,
      openedBy: payload.issue.user?.id ?? null,
      isPullRequest: payload.issue.pull_request !== undefined,
      isMember: isMember(comment.author_association),
    } as const
    await receiveTrigger(deps, payload, request, comment)
  })
}
