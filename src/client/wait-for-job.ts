import type { AgentJob } from '../contract/job.ts'
import { eventId, followEvents, type JobUpdate } from './follow-events.ts'
import type { JobRef } from './open-stream.ts'
import { PrenticeError } from './prentice-error.ts'
import { createPatience, PATIENCE_MS, type Patience, sleep } from './retry.ts'
import type { Transport } from './transport.ts'

export interface WaitOptions {
  /** Called with each update, in order. An error that it throws ends the waiting. */
  readonly onEvent?: ((update: JobUpdate) => void | Promise<void>) | undefined
  /** Ends the waiting, not the job. */
  readonly signal?: AbortSignal | undefined
  /** How long the server may be unreachable, in ms. Default: 300,000. */
  readonly patienceMs?: number | undefined
  /** Time between two polls where the event stream is unavailable, in ms. Default: 3,000. */
  readonly pollMs?: number | undefined
}

/** After so many polls, an unavailable event stream is tried again. */
const POLLS = 10

/** Waits until the job is no longer active: by the event stream, or by polling while that is unavailable. */
export async function waitForJob(
  transport: Transport,
  ref: JobRef,
  { onEvent, signal, patienceMs = PATIENCE_MS, pollMs = 3_000 }: WaitOptions = {},
): Promise<AgentJob> {
  const { responded, tolerate } = createPatience(patienceMs, signal)
  const reported = { after: undefined as string | undefined, job: '' }
  const report = async (update: JobUpdate): Promise<void> => {
    responded()
    if (update.type !== 'job') reported.after = eventId(update)
    else {
      const text = JSON.stringify(update.job)
      if (text === reported.job) return
      reported.job = text
    }
    await onEvent?.(update)
  }

  for (;;) {
    const streamed = await waitOnStream(transport, ref, { after: reported.after, signal, report, tolerate })
    if (typeof streamed === 'object') return streamed
    const polls = streamed === 'unreachable' ? 1 : POLLS
    for (let poll = 0; poll < polls; poll++) {
      const job = await readJob(transport, ref, signal).catch(tolerate)
      if (job) responded()
      if (job && job.status !== 'active') {
        // The events since the stream broke, if there is one again.
        const rest = await waitOnStream(transport, ref, { after: reported.after, signal, report, tolerate })
        if (typeof rest === 'object') return rest
        await report({ type: 'job', job })
        return job
      }
      if (job) await report({ type: 'job', job })
      await sleep(pollMs * (0.75 + Math.random() / 2), signal)
    }
  }
}

/**
 * The job when its stream has ended. Without one: `unreachable` if the server did not respond, `unavailable` if it, or a
 * proxy before it, responded with something else.
 */
async function waitOnStream(
  transport: Transport,
  ref: JobRef,
  {
    after,
    signal,
    report,
    tolerate,
  }: {
    readonly after: string | undefined
    readonly signal: AbortSignal | undefined
    readonly report: (update: JobUpdate) => Promise<void>
    readonly tolerate: Patience['tolerate']
  },
): Promise<AgentJob | 'unreachable' | 'unavailable'> {
  let job: AgentJob | null = null
  const updates = followEvents(transport, ref, { after, signal })
  try {
    for (;;) {
      const next = await updates.next().catch((error: unknown) => {
        tolerate(asStreamFailure(error))
        return error instanceof PrenticeError && error.status === null ? 'unreachable' : 'unavailable'
      })
      if (typeof next === 'string') return next
      if (next.done) return job ?? 'unavailable'
      if (next.value.type === 'job') job = next.value.job
      await report(next.value)
    }
  } finally {
    await updates.return(undefined)
  }
}

/** A proxy may refuse the stream, although it lets other requests through: then polling works. */
function asStreamFailure(error: unknown): unknown {
  const isFinal = error instanceof PrenticeError && [400, 401, 403, 404].includes(error.status ?? 0)
  if (!(error instanceof PrenticeError) || isFinal) return error
  return new PrenticeError(error.message, { status: null, cause: error })
}

const readJob = async (
  transport: Transport,
  { projectId, id }: JobRef,
  signal: AbortSignal | undefined,
): Promise<AgentJob> => (await transport.json<AgentJob>('getJob', { path: { projectId, id }, signal })).value
