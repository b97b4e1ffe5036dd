import { z } from 'zod'
import type { Job } from '../domain/job.ts'
import { RecordUnreadable } from '../store/store.ts'
import { JobRecord } from './job-schema.ts'

const KNOWN = JobRecord.shape.v.value
const Versioned = z.object({ v: z.int() })

/** Throws RecordUnreadable if this version cannot work on the job; nothing of the job is changed then. */
export function parseJob(id: string, raw: string): Job {
  const record = parseJson(raw)
  const job = JobRecord.safeParse(record)
  if (job.success) return job.data
  const version = Versioned.safeParse(record)
  if (version.success && version.data.v > KNOWN)
    throw new RecordUnreadable(
      `job ${id} was written by a newer version of the server (record version ${version.data.v}, known is ${KNOWN}): it ` +
        'stays as it is until that version runs again',
    )
  const where = job.error.issues[0]?.path.join('.') || 'the whole'
  throw new RecordUnreadable(`the record of job ${id} is damaged (${where}): restore it from a backup`, {
    cause: job.error,
  })
}

function parseJson(raw: string): unknown {
  try {
    return JSON.parse(raw)
  } catch {
    return undefined
  }
}
