import type { JobEvent } from '../contract/events.ts'
import type { AgentJob } from '../contract/job.ts'
import { type Frame, type JobRef, openStream } from './open-stream.ts'
import { PrenticeError } from './prentice-error.ts'
import { planRetry, sleep } from './retry.ts'
import type { Transport } from './transport.ts'

/** The job, each time it has changed, or an event of one of its runs. */
export type JobUpdate = { readonly type: 'job'; readonly job: AgentJob } | JobEvent

export interface FollowOptions {
  /** Continue after this event, `<run>-<seq>`. */
  readonly after?: string | undefined
  readonly signal?: AbortSignal | undefined
}

/** The id of an event, for `after`. */
export const eventId = ({ run, seq }: Pick<JobEvent, 'run' | 'seq'>): string => `${run}-${seq}`

/** How far a stream was read. It survives the connections. */
interface Place {
  after: string | null
  /** The job as it was last reported. */
  reported: string | null
  /** The last frame, if it was a job that has ended. It is the last update, unless events follow or the connection breaks. */
  ended: string | null
}

/**
 * The updates of a job until it has ended, each once and in order; the last one is the job. Reconnects and resumes where
 * the last connection ended; throws a PrenticeError if the server cannot be reached for all retries.
 */
export async function* followEvents(
  transport: Transport,
  ref: JobRef,
  { after, signal }: FollowOptions = {},
): AsyncGenerator<JobUpdate> {
  const place: Place = { after: after ?? null, reported: null, ended: null }
  for (let failed = 0; ; ) {
    let waitMs: number
    try {
      let isEmpty = true
      place.ended = null
      const { frames, retryMs } = await openStream(transport, ref, place.after, signal)
      for await (const frame of frames) {
        isEmpty = false
        failed = 0
        yield* updatesOf(frame, place)
      }
      if (place.ended !== null) {
        yield { type: 'job', job: JSON.parse(place.ended) }
        return
      }
      if (isEmpty) throw new PrenticeError('the event stream ended without an event', { status: null })
      // A server that stops ends its streams with the time to reconnect.
      waitMs = (retryMs() ?? 1_000) * (0.5 + Math.random() / 2)
    } catch (error) {
      signal?.throwIfAborted()
      if (!(error instanceof PrenticeError)) throw error
      const wait = waitAfter(error, place, ++failed, transport)
      if (wait === null) throw error
      waitMs = wait
    }
    await sleep(waitMs, signal)
  }
}

function waitAfter(error: PrenticeError, place: Place, failed: number, transport: Transport): number | null {
  if (error.status === 410 && place.after !== null) {
    // The events of an archived job were deleted. What remains is the job.
    place.after = null
    return 0
  }
  return planRetry(error, failed, transport.settings, Math.random())
}

function* updatesOf({ event, data }: Frame, place: Place): Generator<JobUpdate> {
  place.ended = null
  if (event !== 'job') {
    const agentEvent = JSON.parse(data) as JobEvent
    place.after = eventId(agentEvent)
    yield agentEvent
    return
  }
  const job = JSON.parse(data) as AgentJob
  if (job.status !== 'active') place.ended = data
  else if (data !== place.reported) {
    place.reported = data
    yield { type: 'job', job }
  }
}
