import { hash } from 'node:crypto'
import type { Jobs } from '../../../jobs/jobs.ts'
import { readView } from '../../../records/job-commit.ts'
import { isJobId } from '../../auth/caller-access.ts'
import { HttpError } from '../../shared/http-error.ts'
import { quoted } from '../../shared/quoted.ts'

export interface JobResponse {
  readonly status: 200 | 304
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** On every answer with a job that has failed. */
export const reasonHeader = (reason: string | null): Record<string, string> =>
  reason === null ? {} : { 'x-job-reason': reason }

export const noSuchJob = (id: string): HttpError =>
  new HttpError(404, `there is no job ${quoted(id)} in this project`)

/** The stored bytes of a job, with the validator that lets a poller pay for news only (RFC 9110, section 13). */
export async function jobResponse(
  jobs: Pick<Jobs, 'view'>,
  key: { project: string; job: string },
  ifNoneMatch: string | undefined,
): Promise<JobResponse> {
  const stored = isJobId(key.job) ? await jobs.view(key) : undefined
  if (stored === undefined) throw noSuchJob(key.job)
  const { reason, body } = readView(stored)
  const etag = `W/"${hash('sha256', stored, 'base64url').slice(0, 22)}"`
  const headers = {
    'cache-control': 'private, no-cache',
    etag,
    ...reasonHeader(reason),
  }
  if (matches(ifNoneMatch, etag)) return { status: 304, headers, body: '' }
  const length = String(Buffer.byteLength(body))
  return {
    status: 200,
    headers: { ...headers, 'content-type': 'application/json', 'content-length': length },
    body,
  }
}

const matches = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch !== undefined &&
  (ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((one) => weak(one.trim()) === weak(etag)))

const weak = (etag: string): string => etag.replace(/^W\//, '')
