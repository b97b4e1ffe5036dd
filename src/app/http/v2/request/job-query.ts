import { z } from 'zod'
import { JobStatus, Metadata } from '../../../../contract/job.ts'
import { quoted } from '../../shared/http-error.ts'
import { CursorQuery } from './page-query.ts'

const LIMIT = { error: 'must be a number from 1 to 100' }

/** Digits only: `Number` reads far more than callers mean. */
export const plainNumber = (text: unknown): unknown =>
  typeof text === 'string' && /^\d+$/.test(text) ? Number(text) : text

/** `limit` of a list of these. */
export const pageLimit = (items: string) =>
  z
    .preprocess(plainNumber, z.int(LIMIT).min(1, LIMIT).max(100, LIMIT).default(20))
    .describe(`Number of ${items} on a page.`)

/** A parameter that is one of few words. */
export const oneOf = <const T extends readonly string[]>(options: T) =>
  z.enum(options, {
    error: ({ input }) =>
      `${input === '' ? 'is empty' : `${quoted(String(input))} is not allowed`}: it must be one of ${options.join(', ')}`,
  })

/** What both lists of jobs take. */
export const JobListQuery = CursorQuery.extend({
  status: oneOf(JobStatus.options).optional().describe('Return only jobs with this status.'),
  metadata: Metadata.optional()
    .describe('Return only jobs with these pairs, as `metadata[team]=docs`.')
    .meta({ param: { style: 'deepObject', explode: true } }),
  limit: pageLimit('jobs'),
})

/** Places of the lists of jobs, see `keySpace.place`. */
export const JOB_PLACE = /^\d{13}\/job_[0-9a-z]{26}$/

/** A page of stored entries, which are JSON already. */
export const jobListBody = (bodies: readonly string[], nextCursor: string | null): string =>
  `{"jobs":[${bodies.join(',')}],"nextCursor":${JSON.stringify(nextCursor)}}`
