import { z } from 'zod'
import { AgentJob } from './job.ts'

const NextCursor = z
  .string()
  .nullable()
  .describe('Where the next page starts; `null` on the last page. Opaque: send it back as `cursor`.')

/** Answer of `GET /v2/agent/{projectId}/jobs`, newest first. */
export const JobList = z.strictObject({ jobs: z.array(AgentJob), nextCursor: NextCursor })
export type JobList = z.infer<typeof JobList>

/** What an API key covers. */
const ProjectView = z.strictObject({
  id: z
    .string()
    .describe('The `projectId` of the other operations. It does not change when the repository is renamed.'),
  repository: z.url().describe('Web URL of the repository.'),
  defaultBranch: z.string().nullable().describe('`null` until the server has read it.'),
})

/** Answer of `GET /v2/projects`, in the order of the ids. */
export const ProjectList = z.strictObject({ projects: z.array(ProjectView), nextCursor: NextCursor })
export type ProjectList = z.infer<typeof ProjectList>
