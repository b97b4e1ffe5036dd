import { z } from 'zod'
import { ReportedReason } from '../reasons.ts'
import { CHANGED_FILE_LENGTH } from '../run.ts'

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
})
export type SavedPatch = z.infer<typeof SavedPatch>
