import { TypeID } from 'typeid-js'
import type { Job } from '../../src/app/domain/job.ts'
import { isEnded } from '../../src/app/domain/run.ts'
import { messageKeys } from '../../src/app/job-store/messages.ts'
import { eventKeys } from '../../src/app/job-store/read-progress.ts'
import { runKeys } from '../../src/app/job-store/run-history.ts'
import { createJob } from '../../src/app/jobs/create-job.ts'
import { createKeyedQueue } from '../../src/app/limits/rate-limit.ts'
import type { Store, Write } from '../../src/app/store/store.ts'
import { PROMPT } from '../load/prompt.ts'
import { growOld, RETENTION } from './grow-old.ts'
import { batchesOf, liveThrough, type PastRun, resultOf } from './past-run.ts'

export interface PastJob extends PastRun {
  readonly createdAt: number
}

const ORIGIN = { kind: 'key', id: 'key_bench', name: 'bench' } as const

/**
 * Made by the use case that makes every job, and led through its run by the machine that leads every run. Texts that
 * retention would have deleted by now are not written.
 */
export async function addPastJob(
  store: Store,
  past: PastJob,
  { now, random }: { readonly now: number; readonly random: () => number },
): Promise<Job> {
  const { project, createdAt } = past
  const made: Job[] = []
  const deps = {
    store,
    now: () => createdAt,
    onDue: () => {},
    queue: createKeyedQueue(),
    retention: RETENTION,
    newJobId: () => jobIdAt(createdAt, random),
    rateLimit: 0,
    dailyCostUsd: 50,
    defaultModel: 'anthropic/bench',
  }
  const request = {
    project,
    origin: ORIGIN,
    idempotencyKey: null,
    prompt: PROMPT,
    ref: null,
    model: null,
    draft: null,
  }
  const accepted = await createJob(deps, request, (job) => {
    const old = growOld(liveThrough(job, past), now)
    made.push(old)
    return old
  })
  const [job] = made
  if (job === undefined || accepted.kind !== 'accepted')
    throw new Error(`no past job was made: ${accepted.kind}`)
  await store.commit(isEnded(job.run) ? leftBy(job, past) : {})
  return job
}

/** What stands beside the record of a job whose run has ended. */
function leftBy(job: Job, past: PastJob): { set: Write[]; del: string[] } {
  const run = { key: runKeys.ended(job.id, 1), value: JSON.stringify(job.run) }
  if (job.deletedAt !== null) return { set: [run], del: [messageKeys.record(job.id, 1)] }
  const result = resultOf(past)
  const told = result === null ? [] : [{ key: runKeys.result(job.id, 1), value: JSON.stringify(result) }]
  const events = batchesOf(job).map((batch) => ({
    key: eventKeys.batch(job.id, 1, batch[0]?.seq ?? 0),
    value: JSON.stringify(batch),
  }))
  return { set: [run, ...told, ...events], del: [] }
}

/** As it would have been drawn then: a UUID of version 7 begins with its time. */
function jobIdAt(ms: number, random: () => number): string {
  const bytes = Uint8Array.from({ length: 16 }, () => Math.floor(random() * 256))
  const time = Buffer.alloc(8)
  time.writeBigUInt64BE(BigInt(ms))
  bytes.set(time.subarray(2), 0)
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f)
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  return TypeID.fromUUIDBytes('job', bytes).toString()
}
