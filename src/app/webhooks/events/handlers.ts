import { onAccessChange } from './access-change.ts'
import { onCheckRun } from './check-run.ts'
import type { GithubEvents, WebhookDeps } from './deps.ts'
import { onInstallation } from './installation.ts'
import { onIssueComment } from './issue-comment.ts'
import { onIssueLabel } from './issue-label.ts'
import { onPullRequest } from './pull-request.ts'
import { onPush } from './push.ts'
import { onRepository } from './repository.ts'
import { onReview } from './review.ts'
import { onWorkflowRun } from './workflow-run.ts'

/**
 * The Probot function: which events matter, one file each. A new event also goes into `default_events` of app.yml and into
 * the event names of `http-metrics.ts`.
 */
export function webhookHandlers(events: GithubEvents, deps: WebhookDeps): void {
  onInstallation(events, deps)
  onWorkflowRun(events, deps)
  onRepository(events, deps)
  onPullRequest(events, deps)
  onPush(events, deps)
  onCheckRun(events, deps)
  onIssueComment(events, deps)
  onIssueLabel(events, deps)
  onReview(events, deps)
  onAccessChange(events, deps)
}
