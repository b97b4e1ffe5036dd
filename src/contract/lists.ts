import { z } from 'zod'
import { AgentJob } from './job.ts'

/** Where the next page starts; `null` on the last. Opaque: pass it back as it came. */
const NextCursor = z.string().nullable()

/** Answer of `GET /v2/agent/{projectId}/jobs`, newest first. */
export const JobList = z.strictObject({ jobs: z.array(AgentJob), nextCursor: NextCursor })
export type JobList = z.infer<typeof JobList>

/** What an API key covers. */
export const ProjectView = z.strictObject({
  id: z.string(),
  /** Web URL of the repository. */
  repository: z.url(),
  /** `null` until it was read for the first time. */
  defaultBranch: z.string().nullable(),
})
export type ProjectView = z.infer<typeof ProjectView>

/** Answer of `GET /v2/projects`, in the order of the ids. */
export const ProjectList = z.strictObject({ projects: z.array(ProjectView), nextCursor: NextCursor })
export type ProjectList = z.infer<typeof ProjectList>
