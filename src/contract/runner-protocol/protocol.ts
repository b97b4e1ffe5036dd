import { z } from 'zod'
import { RecordedEvent } from '../events.ts'
import { PromptText } from '../job.ts'
import { MAX_FALLBACKS } from '../model.ts'

/**
 * The internal protocol between the action and the app, under `/runner/v1`.
 *
 * claim, register, push-token and merge carry `Authorization: Bearer <OIDC token>` for the audience PUBLIC_URL; every call
 * carries the run secret in its own header. The action generates that secret and keeps it in memory only; the app keeps
 * its SHA-256. Errors are `{"error": "<message>"}`: 401 invalid token, 403 not the workflow of this run,
 * 404 unknown run, 409 not possible now, for example
 * claimed by another runner, 410 the run has ended, 413 too large or over a quota, 422 GitHub refuses what the run needs, 426 the
 * action or the app is too old, 429 too many tokens, 503 to be repeated.
 *
 * Only a change that an older side would misread raises the version. Other changes are optional fields, or features
 * that both sides announce. The server serves every version from the oldest to its own.
 */
export const PROTOCOL_VERSION = 1
export const OLDEST_PROTOCOL_VERSION = 1

/** Optional parts of the protocol. Each side announces the features that it supports and ignores unknown names. */
export const FEATURES = [
  /** Runs the checks of the project and reports their results. */
  'checks',
  /** Publishes a saved patch without the agent. */
  'saved-patch',
  /** Reads the issue that a job is for, as data, and closes it with the pull request. */
  'issue',
  /** Gives the agent texts that come with the prompts, as data, and names their sources in the pull request. */
  'material',
  /** Keeps the work of a run whose model has no quota left, and continues it in a later run. */
  'parked-runs',
  /** Reports the checklist of the agent as an event. */
  'plan',
  /** Merges the base into the working branch. */
  'update',
  /** Says what the agent read from outside, and makes commits that do not start CI. */
  'outside',
  /** Gives the agent other repositories to read. */
  'context',
  /** Lets the agent ask MCP servers. */
  'mcp',
  /** Gives the agent the images of issues, comments and reviews, as data. */
  'images',
  /** Changes no file but those that the assignment names. */
  'files',
  /** Answers or plans, and changes nothing. */
  'mode',
  /** Reports as an event that the model cannot be reached, and when it is asked again. */
  'retries',
  /** Returns an output that satisfies the schema of the job. */
  'output',
  /** Ends a run with a question in place of a change, if the assignment allows it. */
  'questions',
  /** Continues with another model where one is not available, and says which models answered. */
  'fallback-models',
  /** Reviews a pull request, and reports findings. */
  'review',
] as const
export type Feature = (typeof FEATURES)[number]

export const Features = z.array(z.string().max(64)).max(100)

export const RUN_SECRET_HEADER = 'prentice-run-secret'

/** Sent with 422 and 426: the code of the reason for the end of the run. The error is the message of that reason. */
export const REASON_HEADER = 'prentice-reason'

export const runnerPaths = {
  claim: () => '/runner/v1/claim',
  register: () => '/runner/v1/register',
  events: (run: string) => `/runner/v1/runs/${encodeURIComponent(run)}/events`,
  pushToken: (run: string) => `/runner/v1/runs/${encodeURIComponent(run)}/push-token`,
  merge: (run: string) => `/runner/v1/runs/${encodeURIComponent(run)}/merge`,
  patch: (run: string) => `/runner/v1/runs/${encodeURIComponent(run)}/patch`,
  result: (run: string) => `/runner/v1/runs/${encodeURIComponent(run)}/result`,
}

/** A commit or a tree, in SHA-1 or SHA-256. */
export const Sha = z.string().regex(/^[0-9a-f]{40}([0-9a-f]{24})?$/)

/** One prompt of the job; numbers count from 1 within the job. */
export const NumberedPrompt = z.object({ number: z.int().min(1), text: z.string() })
export type NumberedPrompt = z.infer<typeof NumberedPrompt>

export const ClaimRequest = z.object({
  run: z.string().min(1).max(200),
  protocol: z.int().min(1),
  /** Features of the action. */
  features: Features.optional(),
})
export type ClaimRequest = z.infer<typeof ClaimRequest>

/** A manual or scheduled workflow run first registers its job, once per workflow run, and then claims it. */
export const RegisterRequest = z.object({
  protocol: z.int().min(1),
  prompt: PromptText,
  model: z.string().min(1).max(200).optional(),
  /** An older app ignores them. */
  fallbackModels: z.array(z.string().min(1).max(200)).max(MAX_FALLBACKS).optional(),
  ref: z.string().min(1).max(255).optional(),
  draft: z.boolean().optional(),
})
export type RegisterRequest = z.infer<typeof RegisterRequest>

export const RegisterResponse = z.object({ run: z.string(), job: z.string() })
export type RegisterResponse = z.infer<typeof RegisterResponse>

/** Also the heartbeat: the action sends it at least every 30 s while the agent works, even without events. */
export const EventsRequest = z.object({
  events: z.array(RecordedEvent).max(500),
  /** Highest number of a prompt that the agent has read. */
  acknowledged: z.int().min(0),
})
export type EventsRequest = z.infer<typeof EventsRequest>

export const EventsResponse = z.object({
  /** Prompts above `acknowledged`. */
  messages: z.array(NumberedPrompt),
  /** True: the app has ended the run, for example after a cancellation. The action stops and pushes nothing. */
  stop: z.boolean(),
})
export type EventsResponse = z.infer<typeof EventsResponse>
