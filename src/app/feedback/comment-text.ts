import { describeJob } from './describe-job.ts'
import { headline } from './headline.ts'
import type { JobFacts } from './job-facts.ts'

/** GitHub's limit is 65,536 characters. Everything in a comment is shortened to less than this. */
const LIMIT = 60_000

/**
 * Identifies the comment of a job if the response to its creation was lost. No text of a model or a person can contain
 * it, since HTML comments in those are broken up.
 */
export const commentMarker = (job: string): string => `<!-- prentice:job ${job} -->`

/** The comment of a job, in Markdown. Pure. */
export function commentText(facts: JobFacts): string {
  const [asked = '', ...rest] = describeJob(facts, 'comment')
  const head = [headline(facts), asked].join('  \n')
  const parts = [head, ...rest, commentMarker(facts.job.id)]
  while (parts.join('\n\n').length > LIMIT && parts.length > 2) parts.splice(-2, 1)
  return parts.join('\n\n')
}
