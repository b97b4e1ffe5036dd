import type { ApplicationFunction } from 'probot'
import { onAccessChange } from './access-change.ts'
import { onCheckRun } from './check-run.ts'
import type { WebhookDeps } from './deps.ts'
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
export const webhookHandlers =
  (deps: WebhookDeps): ApplicationFunction =>
  (probot) => {
    onInstallation(probot, deps)
    onWorkflowRun(probot, deps)
    onRepository(probot, deps)
    onPullRequest(probot, deps)
    onPush(probot, deps)
    onCheckRun(probot, deps)
    onIssueComment(probot, deps)
    onIssueLabel(probot, deps)
    onReview(probot, deps)
    onAccessChange(probot, deps)
  }
