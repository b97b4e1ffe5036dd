import { z } from 'zod'
import { ChecksOutcome, ChecksPlan, CommandsPlan } from './checks.ts'
import { Effort } from './effort.ts'
import { RecordedEvent } from './events.ts'
import { PromptText } from './job.ts'
import { ReportedReason } from './reasons.ts'
import { AnswerUsage, CHANGED_FILE_LENGTH, ChangedFiles, MAX_ANSWERS, Usage } from './run.ts'

/**
 * The internal protocol between the action and the app, under `/runner/v1`.
 *
 * claim, register and push-token carry `Authorization: Bearer <OIDC token>` for the audience PUBLIC_URL; every call
 * carries the run secret in its own header. The action generates that secret and keeps it in memory only; the app keeps
 * its SHA-256. Errors are `{"error": "<message>"}`: 401 invalid token, 403 not the workflow of this run,
 * 404 unknown run, 409 claimed by another runner, 410 the run has ended, 422 GitHub refuses what the run needs, 426 the
 * action or the app is too old.
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
  /** Gives the agent the images of issues, comments and reviews, as data. */
  'images',
] as const
export type Feature = (typeof FEATURES)[number]

const Features = z.array(z.string().max(64)).max(100)

export const RUN_SECRET_HEADER = 'prentice-run-secret'

/** Sent with 422 and 426: the code of the reason for the end of the run. The error is the message of that reason. */
export const REASON_HEADER = 'prentice-reason'

export const runnerPaths = {
  claim: () => '/runner/v1/claim',
  register: () => '/runner/v1/register',
  events: (run: string) => `/runner/v1/runs/${encodeURIComponent(run)}/events`,
  pushToken: (run: string) => `/runner/v1/runs/${encodeURIComponent(run)}/push-token`,
  patch: (run: string) => `/runner/v1/runs/${encodeURIComponent(run)}/patch`,
  result: (run: string) => `/runner/v1/runs/${encodeURIComponent(run)}/result`,
}

/** Maximum size of a patch that the app stores, in bytes. */
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
  /** Total of the tokens that the model reads and writes. Absent from an older app. */
  tokens: z.int().min(1).optional(),
})
export type Limits = z.infer<typeof Limits>

/** What a run may publish. Paths are relative to the root, and are globs as in .gitignore unless stated otherwise. */
export const PublishRules = z.object({
  /** Empty: every path that is not protected. */
  allowedPaths: z.array(z.string()),
  /** Paths that are protected by default, and that the project unprotects. */
  unprotectedPaths: z.array(z.string()),
  /** Paths that are protected in addition: the instruction files of the project. Literal, not globs. */
  protectedPaths: z.array(z.string()),
  maxFiles: z.int().min(1),
  /** Maximum total size of all changed files. */
  maxBytes: z.int().min(1),
  /** Whether scripts may become executable. Absent: no. */
  executableScripts: z.boolean().optional(),
  /** Whether commits are made through GitHub's API, which signs them. Absent: only if a rule requires it. */
  signedCommits: z.boolean().optional(),
})
export type PublishRules = z.infer<typeof PublishRules>

/** An instruction file from the default branch. */
export const Instruction = z.object({ path: z.string(), text: z.string() })
export type Instruction = z.infer<typeof Instruction>

/** Prompts and outcome of an earlier run of the same job. */
export const EarlierTurn = z.object({
  prompts: z.array(z.string()),
  outcome: z.string(),
  summary: z.string().nullable(),
})
export type EarlierTurn = z.infer<typeof EarlierTurn>

/** Why a file changed, in the agent's words. */
export const FileNote = z.object({ path: z.string().max(CHANGED_FILE_LENGTH), why: z.string().max(300) })
export type FileNote = z.infer<typeof FileNote>

export const MAX_FILE_NOTES = 50

/** The agent's texts for its change. With them a saved patch can be published without another call of the model. */
export const PatchDescription = z.object({
  title: z.string().max(1000),
  body: z.string().max(60_000),
  commitMessage: z.string().max(10_000),
  /** Absent: none, or from an older action. */
  files: z.array(FileNote).max(MAX_FILE_NOTES).optional(),
  /** The reason that ended the agent's work; `null` if the agent finished. */
  endedBy: ReportedReason.nullable(),
})
export type PatchDescription = z.infer<typeof PatchDescription>

/** The work of an earlier run of the same prompts, which could not be published. */
export const SavedPatch = PatchDescription.extend({
  /** For `git apply`, in base64, because a changed file may contain any bytes. */
  patch: z.string(),
  summary: z.string(),
})
export type SavedPatch = z.infer<typeof SavedPatch>

/** The incomplete work of an earlier run of the same prompts, which ended because the quota of the model was used up. */
const UnfinishedWork = z.object({
  /** For `git apply`, in base64. */
  patch: z.string(),
  /** What that run had done, for the agent. Data: text that the agent read may have shaped it. */
  notes: z.string(),
})

/** The issue that a job was asked for on. */
export const AssignedIssue = z.object({
  number: z.int().min(1),
  /** The text at that time. It is data, regardless of its author. Absent: the settings leave it out. */
  text: z.object({ title: z.string(), body: z.string(), author: z.string() }).optional(),
})
export type AssignedIssue = z.infer<typeof AssignedIssue>

/** A text that comes with the prompts. It is data, regardless of its author. */
export const Material = z.object({
  /** What it is, for example `the changes of acme/api#12`. */
  of: z.string().min(1).max(200),
  text: z.string(),
})
export type Material = z.infer<typeof Material>

/** Most images of an assignment. */
export const MAX_ATTACHED_IMAGES = 10

/**
 * An image in the issue that the job is for, or in a comment or a review that asked. It stood there before the request, and
 * its author is one whose text the agent gets. It is data, regardless of its author. It may be a video or a missing file.
 */
export const AttachedImage = z.object({
  /** Where it stands, for example `the issue` or `prompt 2`. */
  of: z.string().min(1).max(100),
  /** As the text has it, at one of GitHub's addresses for attachments. */
  url: z.url().max(500),
  /**
   * Where GitHub serves it without a session, for about five minutes after the claim. Absent: GitHub did not say; a public
   * repository's images are at `url`, too.
   */
  signedUrl: z.url().max(4000).optional(),
})
export type AttachedImage = z.infer<typeof AttachedImage>

/** A pull request of another repository because of which there is work. */
export const Source = z.object({
  repository: z.string().regex(/^[\w-]+\/[\w.-]+$/),
  number: z.int().min(1),
})
export type Source = z.infer<typeof Source>

/** Other repositories that the agent may read. */
const Context = z.object({
  /** Reads the contents of these repositories. The action revokes it before the agent starts. */
  token: z.string(),
  repositories: z
    .array(
      z.object({
        owner: z.string().regex(/^[\w-]+$/),
        name: z.string().regex(/^(?!\.{1,2}$)[\w.-]+$/),
        /** The default branch. */
        branch: z.string().min(1),
      }),
    )
    .min(1)
    .max(10),
})

export const CommitIdentity = z.object({ name: z.string(), email: z.string() })
export type CommitIdentity = z.infer<typeof CommitIdentity>

export const ClaimRequest = z.object({
  run: z.string().min(1).max(200),
  protocol: z.int().min(1),
  /** Features of the action. */
  features: Features.optional(),
})
export type ClaimRequest = z.infer<typeof ClaimRequest>

/** Everything that a run needs. A repeated claim with the same secret gets the same response and a new fetch token. */
export const Assignment = z.object({
  /** Features of the server. */
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
  /** The branch that a new working branch starts from, and that the pull request targets. */
  base: z.string(),
  /** What names the base: the `ref` of the job, the settings of the project, or neither. */
  baseFrom: z.enum(['job', 'config', 'default-branch']).optional(),
  /** The agent follows the instruction files of this branch, whatever the base. Absent: only those of the root. */
  defaultBranch: z.string().optional(),
  /** The working branch; it may exist already. */
  branch: z.string(),
  /**
   * The base is merged into the working branch, as part of the work. `alone`: the prompts ask for nothing else, so that
   * the agent is needed for conflicts only. Absent: it is not merged.
   */
  update: z.object({ alone: z.boolean() }).optional(),
  /** The open pull request of an earlier turn. */
  pullRequest: z.object({ number: z.int().min(1), url: z.url() }).nullable(),
  prompts: z.array(NumberedPrompt).min(1),
  earlier: z.array(EarlierTurn),
  /** The pull request closes it. Absent: the job was not asked for on an issue. */
  issue: AssignedIssue.optional(),
  /** Absent: there is none, or the action does not announce the feature. */
  material: z.array(Material).optional(),
  /** Absent: there is none, or the action does not announce the feature. A repeated claim gets new signed URLs. */
  images: z.array(AttachedImage).max(MAX_ATTACHED_IMAGES).optional(),
  /** The pull request links them. Absent: none. */
  sources: z.array(Source).optional(),
  /** Absent: none, or the action does not announce the feature. */
  context: Context.optional(),
  /**
   * What the agent reads that nobody with write access wrote, in any turn of the job. `holdCi`: the commits do not start CI.
   * Absent: nothing.
   */
  outside: z.object({ read: z.array(z.string().max(300)).max(20), holdCi: z.boolean() }).optional(),
  /** Begins a comment that continues the job. Absent: the settings switch comments off, or an older app. */
  commentCommand: z
    .string()
    .regex(/^\/[a-z]{1,40}$/)
    .optional(),
  /** Published as it is, without the agent, if it still applies. */
  savedPatch: SavedPatch.optional(),
  /** The agent continues from it. */
  unfinishedWork: UnfinishedWork.optional(),
  model: z.string().min(1),
  /** Absent: the default of the model. */
  effort: Effort.optional(),
  draft: z.boolean(),
  /** Folder in which the agent works. Absent: the root. */
  workingDirectory: z.string().min(1).optional(),
  limits: Limits,
  rules: PublishRules,
  instructions: z.array(Instruction),
  /** Checks from the default branch; absent: none. */
  checks: ChecksPlan.optional(),
  /** Absent: the agent may run no commands but the checks. */
  commands: CommandsPlan.optional(),
  /** Warnings about the settings file of the project, for the log of the run. */
  warnings: z.array(z.string()).optional(),
  /** Author of the commit: the app's bot. */
  author: CommitIdentity,
  /** The requester, if it is a GitHub account. */
  coAuthor: CommitIdentity.nullable(),
  /** False: the prompt must appear nowhere on GitHub (not in the log, summary, commit or pull request). */
  showPrompt: z.boolean(),
  /** Read-only token for this repository, for the fetch. */
  fetchToken: z.string(),
})
export type Assignment = z.infer<typeof Assignment>

/** A manual or scheduled workflow run first registers its job, once per workflow run, and then claims it. */
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

/** Sent after the agent has ended. From then on, prompts above `acknowledged` open the next run. */
export const PushTokenRequest = z.object({
  acknowledged: z.int().min(0),
  plan: z.object({ files: z.int().min(0), additions: z.int().min(0), deletions: z.int().min(0) }),
})
export type PushTokenRequest = z.infer<typeof PushTokenRequest>

/** Both become part of a URL, so neither may contain anything that changes its path. */
const RepositoryName = z.object({
  owner: z.string().regex(/^[\w-]+$/),
  name: z.string().regex(/^(?!\.{1,2}$)[\w.-]+$/),
})
export type RepositoryName = z.infer<typeof RepositoryName>

export const PushTokenResponse = z.object({
  /** Contents and pull requests of one repository; at most an hour, revoked when the run ends. */
  token: z.string(),
  /**
   * The current name: the repository may have been renamed since the claim, and a push follows no redirect. Absent from
   * an older app.
   */
  repository: RepositoryName.optional(),
})
export type PushTokenResponse = z.infer<typeof PushTokenResponse>

const ResultBase = {
  acknowledged: z.int().min(0),
  summary: z.string().max(10_000).nullable(),
  usage: Usage.nullable(),
  /** One entry for each answer, in order. Absent from an older action; an older app ignores it. */
  perStep: z.array(AnswerUsage).max(MAX_ANSWERS).optional(),
  /** Absent: none ran or were to run. */
  checks: ChecksOutcome.optional(),
  /** Absent: the run ended before its change was read. */
  changedFiles: ChangedFiles.optional(),
}
const Sha = z.string().regex(/^[0-9a-f]{40}([0-9a-f]{24})?$/)
const Published = z.object({ headSha: Sha, pullRequest: z.int().min(1) })

/** The longest time for which a run is parked. */
export const LONGEST_PARKING_SECONDS = 86_400

/** The quota of the model is used up, and the next run of the same prompts can continue later. */
export const Parking = z.object({
  /** Until the provider answers again, counted from the report; `null`: it did not say. */
  seconds: z.int().min(0).max(LONGEST_PARKING_SECONDS).nullable(),
  /** For the agent of the next run, if this run saved a patch. */
  notes: z.string().max(10_000),
})
export type Parking = z.infer<typeof Parking>

/** The end of a run, as the runner reports it. Idempotent: the first report counts. */
export const ResultRequest = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('published'), ...ResultBase, published: Published }),
  z.object({
    outcome: z.literal('no-change'),
    ...ResultBase,
    /** Head of the working branch, if the branch exists. It must not have moved. */
    headSha: Sha.nullable(),
    /** What prevented a change, for example paths that the agent may not write. */
    obstacle: z.string().max(2000).optional(),
  }),
  z.object({
    outcome: z.literal('failed'),
    ...ResultBase,
    reason: ReportedReason,
    /** A run that ends at a limit, or with a failure of the model, still publishes its changes, as a draft. */
    published: Published.nullable(),
    /** Present if the complete work was saved as a patch, and a later attempt to publish it may succeed. */
    patchDescription: PatchDescription.optional(),
    /** Present if the quota of the model is used up for a known time, or for an unknown one that ends by itself. */
    parking: Parking.optional(),
  }),
  z.object({ outcome: z.literal('cancelled'), ...ResultBase }),
])
export type ResultRequest = z.infer<typeof ResultRequest>

export const ResultResponse = z.object({ recorded: z.boolean(), note: z.string() })
export type ResultResponse = z.infer<typeof ResultResponse>
