import { z } from 'zod'
import { Reason } from '../../contract/reasons.ts'
import { RunState, Usage } from '../../contract/run.ts'

/** Where and as what a run was dispatched; the claim is checked against it. */
const Workflow = z.object({
  repositoryId: z.int(),
  ownerId: z.int(),
  file: z.string(),
  /** Default branch, whose file runs. */
  branch: z.string(),
  /** Who the OIDC token must name: our bot for a dispatched run, a person for one started by hand. */
  actorId: z.int(),
})
export type Workflow = z.infer<typeof Workflow>

/** What the runner reported, without its text. */
const Report = z.object({
  outcome: z.enum(['published', 'no-change', 'failed', 'cancelled']),
  headSha: z.string().nullable(),
  pullRequest: z.int().nullable(),
  reason: Reason.nullable(),
})
export type Report = z.infer<typeof Report>

/** The current run. Times are epoch milliseconds. */
export const Run = z.object({
  number: z.int(),
  state: RunState,
  /** The prompts of this turn; `last` grows when the runner claims and when it takes up a message. */
  first: z.int(),
  last: z.int(),
  /** The failed run that this one repeats; runs of before there were retries do not say. */
  retryOf: z.int().nullable().default(null),
  queuedAt: z.int(),
  /** When the timers look at it next; `null` once it has ended. */
  dueAt: z.int().nullable(),
  /** It found no place to run. */
  waiting: z.boolean(),
  /** GitHub said that something happened to the workflow run: ask, however lately its runner was heard. */
  askGithub: z.boolean(),
  /** Dispatches tried. */
  attempts: z.int(),
  /** Since when a dispatch may be under way without an answer. */
  dispatchedAt: z.int().nullable(),
  workflow: Workflow.nullable(),
  workflowRunId: z.int().nullable(),
  workflowRunUrl: z.string().nullable(),
  /** Where the work starts from and the pull request goes; known once it is dispatched. */
  base: z.string().nullable(),
  claimedAt: z.int().nullable(),
  /** SHA-256 of the run secret, hex. */
  secretHash: z.string().nullable(),
  /** Commit of the default branch whose config and instructions the claim hands out. */
  filesSha: z.string().nullable(),
  /** Since when the intake is closed. */
  publishingAt: z.int().nullable(),
  /** The push token, sealed, until it is revoked. */
  sealedToken: z.string().nullable(),
  report: Report.nullable(),
  reportedAt: z.int().nullable(),
  reason: Reason.nullable(),
  usage: Usage.nullable(),
  endedAt: z.int().nullable(),
})
export type Run = z.infer<typeof Run>

/** What is still to do on GitHub for a run that has ended: until its workflow run has ended and its token is dead. */
export const Closing = z.object({
  run: z.int(),
  since: z.int(),
  dueAt: z.int(),
  /** True: nobody waits for its result, so end it. */
  cancel: z.boolean(),
  /** True: it may have pushed, so look once what is on GitHub. */
  readBack: z.boolean(),
  tries: z.int(),
  workflow: Workflow,
  workflowRunId: z.int().nullable(),
  sealedToken: z.string().nullable(),
})
export type Closing = z.infer<typeof Closing>

const Origin = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('key'), id: z.string(), name: z.string() }),
  z.object({ kind: z.literal('actor'), id: z.int(), login: z.string() }),
])
export type Origin = z.infer<typeof Origin>

/** `job/<id>/<project>`, under 4 KB. */
export const Job = z.object({
  v: z.literal(1),
  /** Counts the changes, so that a value never comes back. */
  rev: z.int(),
  id: z.string(),
  project: z.string(),
  repositoryId: z.int(),
  /** Web URL. */
  repository: z.string(),
  createdAt: z.int(),
  archivedAt: z.int().nullable(),
  /** A prompt, the end of a run or an unarchiving. */
  lastActivityAt: z.int(),
  /** Since when its prompts, events, results and patches are gone; `null` again when it is unarchived. */
  deletedAt: z.int().nullable(),
  /** Where the job stands in `due/` or `rest/`; with another configuration it could not be found by computing it again. */
  dueAt: z.int().nullable(),
  origin: Origin,
  /** Account whose key asked last, and that is worked for; jobs of before transfers were told apart do not say. */
  accountId: z.int().nullable().default(null),
  model: z.string(),
  /** The base asked for at creation; `null` leaves it to config and default branch. */
  base: z.string().nullable(),
  draft: z.boolean().nullable(),
  /** The working branch's name, and whether it was seen on GitHub. */
  branch: z.string(),
  branchExists: z.boolean(),
  pullRequest: z.object({ number: z.int(), url: z.string() }).nullable(),
  /** Prompts in all, and how many of them runs have taken up. */
  messages: z.int(),
  taken: z.int(),
  run: Run,
  closing: z.array(Closing),
})
export type Job = z.infer<typeof Job>
