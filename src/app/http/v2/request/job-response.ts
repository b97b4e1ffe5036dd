import { hash } from 'node:crypto'
import { readView } from '../../../records/job-commit.ts'
import { memoizeParse } from '../../../store/parse-records.ts'
import { HttpError, quoted } from '../../shared/http-error.ts'

export interface JobResponse {
  readonly status: 200 | 304
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** On every answer with a job that has failed. */
export const reasonHeader = (reason: string | null): Record<string, string> =>
  reason === null ? {} : { 'x-job-reason': reason }

export const noSuchJob = (id: string): HttpError =>
  new HttpError(404, `there is no job ${quoted(id)} in this project; GET …/jobs lists its jobs`)

interface DescribedView {
  readonly body: string
  readonly etag: string
  /** Of a 304. */
  readonly headers: Readonly<Record<string, string>>
  /** Of a 200. */
  readonly fullHeaders: Readonly<Record<string, string>>
}

/** As many as SQLite's read cache holds records: a job is polled many times before it changes. */
const describeView = memoizeParse((stored): DescribedView => {
  const { reason, body } = readView(stored)
  const etag = `W/"${hash('sha256', stored, 'base64url').slice(0, 22)}"`
  const headers = {
    'cache-control': 'private, no-cache',
    etag,
    ...reasonHeader(reason),
  }
  const length = String(Buffer.byteLength(body))
  const fullHeaders = { ...headers, 'content-type': 'application/json', 'content-length': length }
  return { body, etag, headers, fullHeaders }
}, 2000)

/** The stored bytes of a job, with the validator that lets a poller pay for news only (RFC 9110, section 13). */
export function jobResponse(
  job: string,
  stored: string | undefined,
  ifNoneMatch: string | undefined,
): JobResponse {
  if (stored === undefined) throw noSuchJob(job)
  const { body, etag, headers, fullHeaders } = describeView(stored)
  return matches(ifNoneMatch, etag)
    ? { status: 304, headers, body: '' }
    : { status: 200, headers: fullHeaders, body }
}

const matches = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch !== undefined &&
  (ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((one) => weak(one.trim()) === weak(etag)))

const weak = (etag: string): string => etag.replace(/^W\//, '')
