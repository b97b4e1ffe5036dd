import { z } from 'zod'

/** Longest text and longest suggestion of a finding. */
export const FINDING_LENGTH = 2000

/** What a review says of a line, or of a few lines that follow each other. */
export const Finding = z.object({
  path: z.string().min(1).max(1000).describe('Path of the file in the pull request.'),
  startLine: z.int().min(1).optional().describe('First of several lines. Absent: it is about one line.'),
  line: z.int().min(1).describe('The line, or the last one, of the new version of the file.'),
  text: z.string().min(1).max(FINDING_LENGTH).describe('What is wrong, in Markdown.'),
  suggestion: z
    .string()
    .max(FINDING_LENGTH)
    .optional()
    .describe('What replaces these lines, as a whole. Absent: there is no exact fix.'),
})
export type Finding = z.infer<typeof Finding>

/** Most findings of a review: each is a comment, of which GitHub takes 80 a minute. */
export const MAX_FINDINGS = 30

/** The review of a run with the mode `review`. */
export const ReviewView = z.object({
  pullRequest: z.int().min(1).describe('Number of the pull request.'),
  url: z.url().nullable().describe('URL of the review on GitHub; `null`: none was posted.'),
  findings: z
    .array(Finding)
    .nullable()
    .describe(
      'What the agent found, also what an earlier review had said already. `null`: not yet, after the prompts of the job are deleted, and for the oldest runs if the list would have more than 300 findings in all.',
    ),
})
