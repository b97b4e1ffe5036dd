/** What `prentice/client` exports. */
export type { BatchJob, BatchStatus, BatchView } from '../contract/batch.ts'
export type { JobEvent } from '../contract/events.ts'
export type { AgentJob, JobStatus, Mode } from '../contract/job.ts'
export type { ListedJob, ModelList, Requester } from '../contract/list-responses.ts'
export type { Question } from '../contract/question.ts'
export type { Reason, ReasonCode } from '../contract/reasons.ts'
export type { RunState, RunView, Usage } from '../contract/run.ts'
export type { OutcomesReport, ProjectLimits, UsageReport } from '../contract/usage-responses.ts'
export type {
  WebhookEvent,
  WebhookFormat,
  WebhookPayload,
  WebhookView,
  WebhookWithSecret,
} from '../contract/webhook.ts'
export type { Batches, BatchWaitOptions, ContinueOptions, NewBatch } from './batches.ts'
export {
  type Client,
  createClient,
  type OutcomesOptions,
  type Project,
  type Projects,
  type ProjectsOptions,
  type UsageOptions,
} from './client.ts'
export { eventId, type FollowOptions, type JobUpdate } from './follow-events.ts'
export {
  type AccountJobsOptions,
  Job,
  type Jobs,
  type MessageOptions,
  type NewJob,
  type ProjectJobsOptions,
  type SentMessage,
} from './jobs.ts'
export type { JobRef } from './open-stream.ts'
export type { Page, PageOptions, Pages } from './pages.ts'
export { PrenticeError } from './prentice-error.ts'
export type { ClientOptions } from './settings.ts'
export type { RequestOptions, SendOptions } from './transport.ts'
export type { WaitOptions } from './wait-for-job.ts'
export type { Delivery, WebhookOptions, Webhooks } from './webhooks.ts'
