import { z } from 'zod'
import { ChecksOutcome } from '../checks.ts'
import { Output } from '../output/output.ts'
import { Question } from '../question.ts'
import { ReportedReason } from '../reasons.ts'
import { Finding, MAX_FINDINGS } from '../review.ts'
import { AnswerUsage, CHANGED_FILE_LENGTH, ChangedFiles, MAX_ANSWERS, Usage } from '../run.ts'
import { Sha } from './protocol.ts'

/** Maximum size of a patch that the app stores, in bytes. */
export const PATCH_LIMIT = 10 * 1024 * 1024

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
  /** Absent: the job has no schema for one. */
  output: Output.optional(),
})
export type SavedPatch = z.infer<typeof SavedPatch>

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
  /** Satisfies the schema of the job. Absent: it has none, or the agent returned none. */
  output: Output.optional(),
}
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
    /** Present if the run ended with a question. Its changes, if it made any, are saved. */
    question: Question.extend({
      /** For the agent of the next run. Absent: there are no changes, or they could not be saved whole. */
      notes: z.string().max(10_000).optional(),
    }).optional(),
    /** Of a review. Absent: none, or another mode. */
    findings: z.array(Finding).max(MAX_FINDINGS).optional(),
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
