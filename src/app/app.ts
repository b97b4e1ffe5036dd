import type { ApplicationFunction } from 'probot'
import { onInstallation } from './webhooks/installation.ts'
import { onPullRequest } from './webhooks/pull-request.ts'
import { onRepository } from './webhooks/repository.ts'
import type { WebhookDeps } from './webhooks/webhook-deps.ts'
import { onWorkflowRun } from './webhooks/workflow-run.ts'

/** The Probot function: which events matter, one file each. */
export const app =
  (deps: WebhookDeps): ApplicationFunction =>
  (probot) => {
    onInstallation(probot, deps)
    onWorkflowRun(probot, deps)
    onRepository(probot, deps)
    onPullRequest(probot, deps)
  }
