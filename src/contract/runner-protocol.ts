import { z } from 'zod'
import { ChecksOutcome, ChecksPlan } from './checks.ts'
import { Effort } from './effort.ts'
import { RecordedEvent } from './events.ts'
import { PromptText } from './job.ts'
import { ReportedReason } from './reasons.ts'
import { AnswerUsage, ChangedFiles, MAX_ANSWERS, Usage } from './run.ts'

/**
 * The internal protocol between the action and the app, under `/runner/v1`.
 *
 * claim, register and push-token carry `Authorization: Bearer <OIDC token>` for the audience PUBLIC_URL; every call
 * carries the run secret in its own header. The action draws that secret at start and keeps it in memory only; the
 * app keeps its SHA-256. Errors are `{"error": "<message>"}`: 401 the token, 403 not this run's workflow, 404 no such
 * run, 409 claimed by another, 410 the run has ended, 422 GitHub refuses what the run needs, 426 the action or the app is too old.
 *
 * The version is raised only by a change that breaks a side which does not know it. Anything else is an optional field,
 * or a feature that both sides announce. The server serves every version from the oldest to its own.
 */
export const PROTOCOL_VERSION = 1
export const OLDEST_PROTOCOL_VERSION = 1

/** Parts of the protocol that a side may lack. Each side announces its own and ignores names that it does not know. */
export const FEATURES = [
  /** Runs the checks of the project, and reports them. */
  'checks',
  /** Publishes a saved patch without the agent. */
  'saved-patch',
] as const
export type Feature = (typeof FEATURES)[number]

const Features = z.array(z.string().max(64)).max(100)

export const RUN_SECRET_HEADER = 'prentice-run-secret'

/** On a 422 and a 426: the code of the reason with which the run is to end; the error is that reason's message. */
export const REASON_HEADER = 'prentice-reason'

export const runnerPaths = {
  claim: () => '/runner/v1/claim',
  register: () => '/runner/v1/register',
  events: (run: string) => `/runner/v1/runs/${encodeURIComponent(run)}/events`,
  pushToken: (run: string) => `/runner/v1/runs/${encodeURIComponent(run)}/push-token`,
  patch: (run: string) => `/runner/v1/runs/${encodeURIComponent(run)}/patch`,
  result: (run: string) => `/runner/v1/runs/${encodeURIComponent(run)}/result`,
}

/** Largest patch the app keeps, in bytes. */
export const PATCH_LIMIT = 10 * 1024 * 1024

/** One prompt of the job; numbers count from 1 within the job. */
export const NumberedPrompt = z.object({ number: z.int().min(1), text: z.string() })
export type NumberedPrompt = z.infer<typeof NumberedPrompt>

/** The default token limit: more than a hundred large steps. */
export const DEFAULT_TOKENS = 10_000_000

export const Limits = z.object({
  steps: z.int().min(1),
  seconds: z.int().min(1),
  costUsd: z.number().positive(),
  /** Read and written by the model, in all; an app of before this limit does not say it. */
  tokens: z.int().min(1).optional(),
})
export type Limits = z.infer<typeof Limits>

/** What the project lets a run publish. Paths are relative to the root, and globs as in .gitignore if not said otherwise. */
export const PublishRules = z.object({
  /** Empty: every path that is not protected. */
  allowedPaths: z.array(z.string()),
  /** Normally protected paths that the project opens. */
  unprotectedPaths: z.array(z.string()),
  /** Protected beside those that always are: the project's instruction files. Literal, not globs. */
  protectedPaths: z.array(z.string()),
  maxFiles: z.int().min(1),
  /** Sum of the new sizes of all changed files. */
  maxBytes: z.int().min(1),
  /** Whether scripts may become executable. A server that does not send it does not allow it. */
  executableScripts: z.boolean().optional(),
  /** Whether commits are made through GitHub's API, which signs them. Absent: only where a rule demands it. */
  signedCommits: z.boolean().optional(),
})
export type PublishRules = z.infer<typeof PublishRules>

/** An instruction file as it stands on the default branch. */
export const Instruction = z.object({ path: z.string(), text: z.string() })
export type Instruction = z.infer<typeof Instruction>

/** Prompts and outcome of an earlier run of the same job. */
export const EarlierTurn = z.object({
  prompts: z.array(z.string()),
  outcome: z.string(),
  summary: z.string().nullable(),
})
export type EarlierTurn = z.infer<typeof EarlierTurn>

/** The agent's texts for its change: with them a saved patch can be published without asking a model again. */
export const PatchDescription = z.object({
  title: z.string().max(1000),
  body: z.string().max(60_000),
  commitMessage: z.string().max(10_000),
  /** The reason that ended the agent's work; `null`: it had finished. */
  endedBy: ReportedReason.nullable(),
})
export type PatchDescription = z.infer<typeof PatchDescription>

/** The work of an earlier run of the same prompts, which could not be published. */
export const SavedPatch = PatchDescription.extend({
  /** For `git apply`, in base64: a changed file may hold any bytes. */
  patch: z.string(),
  summary: z.string(),
})
export type SavedPatch = z.infer<typeof SavedPatch>

export const CommitIdentity = z.object({ name: z.string(), email: z.string() })
export type CommitIdentity = z.infer<typeof CommitIdentity>

export const ClaimRequest = z.object({
  run: z.string().min(1).max(200),
  protocol: z.int().min(1),
  /** Those of the action. */
  features: Features.optional(),
})
export type ClaimRequest = z.infer<typeof ClaimRequest>

/** Everything a run needs. The same secret asking again gets the same answer (with a fresh fetch token). */
export const Assignment = z.object({
  /** Those of the server. */
  features: Features.optional(),
  run: z.string(),
  job: z.string(),
  number: z.int().min(1),
  repository: z.object({
    id: z.int(),
    owner: z.string(),
    name: z.string(),
    /** Web URL; `<url>.git` is the remote. */
    url: z.url(),
    private: z.boolean(),
  }),
  /** Where a new working branch starts and where the pull request goes. */
  base: z.string(),
  /** Which of them names the base: the `ref` of the job, the settings of the project, or neither. */
  baseFrom: z.enum(['job', 'config', 'default-branch']).optional(),
  /** Its instruction files bind the agent, whatever the base. Where it is not said, those of folders do not count. */
  defaultBranch: z.string().optional(),
  /** The working branch; it may exist already. */
  branch: z.string(),
  /** The open pull request of an earlier turn. */
  pullRequest: z.object({ number: z.int().min(1), url: z.url() }).nullable(),
  prompts: z.array(NumberedPrompt).min(1),
  earlier: z.array(EarlierTurn),
  /** Published as it is, without the agent, if it still applies. */
  savedPatch: SavedPatch.optional(),
  model: z.string().min(1),
  /** Left out: as the model does by itself. */
  effort: Effort.optional(),
  draft: z.boolean(),
  limits: Limits,
  rules: PublishRules,
  instructions: z.array(Instruction),
  /** Commands that the default branch names; absent: there are none. */
  checks: ChecksPlan.optional(),
  /** About the settings file of the project, for the log of the run. */
  warnings: z.array(z.string()).optional(),
  /** Author of the commit: the app's bot. */
  author: CommitIdentity,
  /** The requester, where GitHub knows one. */
  coAuthor: CommitIdentity.nullable(),
  /** False: the prompt must appear nowhere on GitHub (not in the log, summary, commit or pull request). */
  showPrompt: z.boolean(),
  /** Read-only token for the one repository, for the fetch. */
  fetchToken: z.string(),
})
export type Assignment = z.infer<typeof Assignment>

/** A run started by hand or by schedule gets its job first, once per workflow run, and then claims it. */
export const RegisterRequest = z.object({
  protocol: z.int().min(1),
  prompt: PromptText,
  model: z.string().min(1).max(200).optional(),
  ref: z.string().min(1).max(255).optional(),
  draft: z.boolean().optional(),
})
export type RegisterRequest = z.infer<typeof RegisterRequest>

export const RegisterResponse = z.object({ run: z.string(), job: z.string() })
export type RegisterResponse = z.infer<typeof RegisterResponse>

/** Also the heartbeat: sent at least every 30 s while the agent works, with or without events. */
export const EventsRequest = z.object({
  events: z.array(RecordedEvent).max(500),
  /** Highest prompt number the agent has taken up. */
  acknowledged: z.int().min(0),
})
export type EventsRequest = z.infer<typeof EventsRequest>

export const EventsResponse = z.object({
  /** Prompts above `acknowledged`. */
  messages: z.array(NumberedPrompt),
  /** True: the run has ended for the app (cancelled, say); stop and push nothing. */
  stop: z.boolean(),
})
export type EventsResponse = z.infer<typeof EventsResponse>

/** Asked for after the agent has ended. Closes the intake: prompts above `acknowledged` open the next run. */
export const PushTokenRequest = z.object({
  acknowledged: z.int().min(0),
  plan: z.object({ files: z.int().min(0), additions: z.int().min(0), deletions: z.int().min(0) }),
})
export type PushTokenRequest = z.infer<typeof PushTokenRequest>

/** Both go into an address: nothing in them leads to another place. */
const RepositoryName = z.object({
  owner: z.string().regex(/^[\w-]+$/),
  name: z.string().regex(/^(?!\.{1,2}$)[\w.-]+$/),
})
export type RepositoryName = z.infer<typeof RepositoryName>

export const PushTokenResponse = z.object({
  /** Contents and pull requests of one repository; at most an hour, revoked when the run ends. */
  token: z.string(),
  /**
   * What it is called now: it may have been renamed since the claim, and a push follows no redirect. An app of before
   * this does not say it.
   */
  repository: RepositoryName.optional(),
})
export type PushTokenResponse = z.infer<typeof PushTokenResponse>

const ResultBase = {
  acknowledged: z.int().min(0),
  summary: z.string().max(10_000).nullable(),
  usage: Usage.nullable(),
  /** Of each answer, in their order; an action of before this does not say it, and an older app leaves it unread. */
  perStep: z.array(AnswerUsage).max(MAX_ANSWERS).optional(),
  /** Absent: none ran or were to run. */
  checks: ChecksOutcome.optional(),
  /** Absent: the run ended before its change was read. */
  changedFiles: ChangedFiles.optional(),
}
const Sha = z.string().regex(/^[0-9a-f]{40}([0-9a-f]{24})?$/)
const Published = z.object({ headSha: Sha, pullRequest: z.int().min(1) })

/** The end of a run, as the runner saw it. Idempotent: the first one counts. */
export const ResultRequest = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('published'), ...ResultBase, published: Published }),
  z.object({
    outcome: z.literal('no-change'),
    ...ResultBase,
    /** Head of the working branch if it exists: it must not have moved. */
    headSha: Sha.nullable(),
    /** What stood in the way of a change: paths that the agent was not let write, say. */
    obstacle: z.string().max(2000).optional(),
  }),
  z.object({
    outcome: z.literal('failed'),
    ...ResultBase,
    reason: ReportedReason,
    /** A run that a limit ended, or a failure of the model, still publishes its changes, as a draft. */
    published: Published.nullable(),
    /** Present if the whole work was saved as a patch, and a later attempt to publish it may succeed. */
    patchDescription: PatchDescription.optional(),
  }),
  z.object({ outcome: z.literal('cancelled'), ...ResultBase }),
])
export type ResultRequest = z.infer<typeof ResultRequest>

export const ResultResponse = z.object({ recorded: z.boolean(), note: z.string() })
export type ResultResponse = z.infer<typeof ResultResponse>
