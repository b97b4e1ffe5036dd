import type { AgentJob } from '../contract/job.ts'
import { eventId, followEvents, type JobUpdate } from './follow-events.ts'
import type { JobRef } from './open-stream.ts'
import { createPatience, PATIENCE_MS, type Patience } from './patience.ts'
import { PrenticeError } from './prentice-error.ts'
import { sleep } from './sleep.ts'
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
  const { heard, bear } = createPatience(patienceMs, signal)
  const told = { after: undefined as string | undefined, job: '' }
  const tell = async (update: JobUpdate): Promise<void> => {
    heard()
    if (update.type !== 'job') told.after = eventId(update)
    else {
      const text = JSON.stringify(update.job)
      if (text === told.job) return
      told.job = text
    }
    await onEvent?.(update)
  }

  for (;;) {
    const streamed = await byStream(transport, ref, { after: told.after, signal, tell, bear })
    if (typeof streamed === 'object') return streamed
    const polls = streamed === 'unreachable' ? 1 : POLLS
    for (let poll = 0; poll < polls; poll++) {
      const job = await readJob(transport, ref, signal).catch(bear)
      if (job) heard()
      if (job && job.status !== 'active') {
        // The events since the stream broke, if there is one again.
        const rest = await byStream(transport, ref, { after: told.after, signal, tell, bear })
        if (typeof rest === 'object') return rest
        await tell({ type: 'job', job })
        return job
      }
      if (job) await tell({ type: 'job', job })
      await sleep(pollMs * (0.75 + Math.random() / 2), signal)
    }
  }
}

interface StreamDeps {
  readonly after: string | undefined
  readonly signal: AbortSignal | undefined
  readonly tell: (update: JobUpdate) => Promise<void>
  readonly bear: Patience['bear']
}

/**
 * The job when its stream has ended. Without one: `unreachable` if the server did not respond, `unavailable` if it, or a
 * proxy before it, responded with something else.
 */
async function byStream(
  transport: Transport,
  ref: JobRef,
  { after, signal, tell, bear }: StreamDeps,
): Promise<AgentJob | 'unreachable' | 'unavailable'> {
  let job: AgentJob | null = null
  const updates = followEvents(transport, ref, { after, signal })
  try {
    for (;;) {
      const next = await updates.next().catch((error: unknown) => {
        bear(asStreamFailure(error))
        return error instanceof PrenticeError && error.status === null ? 'unreachable' : 'unavailable'
      })
      if (typeof next === 'string') return next
      if (next.done) return job ?? 'unavailable'
      if (next.value.type === 'job') job = next.value.job
      await tell(next.value)
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
