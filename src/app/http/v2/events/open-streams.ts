import type { ServerResponse } from 'node:http'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context } from 'hono'
import type { Member } from '../../../limits/rate-limit.ts'
import type { Metrics } from '../../../metrics/metrics.ts'
import { createHeldBytes, type HeldShare } from '../../shared/held-bytes.ts'
import { HttpError } from '../../shared/http-error.ts'
import type { Env } from '../../shared/json-body.ts'
import type { JobStream } from './job-stream.ts'

export const MAX_STREAMS = 3_000
/** Of the server. Only accounts that have few get the last ones, so that others cannot occupy them together. */
export const MAX_OF_BUSY_ACCOUNTS = 2_500
const FEW = 100
/** So that one account cannot occupy all streams. Only its owners, and keys for all of its projects, get the last 100. */
export const MAX_PER_ACCOUNT = 1_000
const MAX_OF_MEMBERS = 900
/** So that one member, or owner, cannot occupy all streams of their accounts: it counts those of all accounts. */
export const MAX_PER_MEMBER = 500

export const STREAM_HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  // nginx would collect the events until its buffer is full.
  'x-accel-buffering': 'no',
  // The connection ends with the stream, and so does not hold up a server that drains.
  connection: 'close',
}

/** The streams of all watchers, of the API and of the dashboard: one limit, and one end. */
export interface OpenStreams {
  /** Begins the response. Throws 503 if the server is about to stop, or too many clients watch. */
  open(
    c: Pick<Context<Env>, 'env'>,
    watcher: Watcher,
    begin: (response: ServerResponse, share: HeldShare) => JobStream,
  ): Response
}

/** For whom a stream counts. */
export interface Watcher {
  readonly account: number
  readonly member: Member
}

export interface OpenStreamsDeps {
  /** Aborted once the server takes no more work. */
  readonly draining: AbortSignal
  /** `null`: nothing is measured. */
  readonly metrics: Metrics | null
}

export function createOpenStreams({ draining, metrics }: OpenStreamsDeps): OpenStreams {
  const streams = new Map<JobStream, Watcher>()
  const held = createHeldBytes()
  draining.addEventListener('abort', () => {
    // At different times, so that they do not all reconnect at the same moment.
    for (const [i, stream] of [...streams.keys()].entries()) stream.end(1_000 + (i % 50) * 100)
  })
  return {
    open(c, watcher, begin) {
      if (draining.aborted) throw busy('the server is about to stop', 1)
      mustHaveRoom([...streams.values()], watcher)
      const { outgoing } = c.env
      if (!('setHeader' in outgoing)) throw new Error('streams need HTTP/1.1')
      // The client left while its request was handled: `close` does not occur again.
      if (outgoing.destroyed) return RESPONSE_ALREADY_SENT
      outgoing.writeHead(200, STREAM_HEADERS)
      const stream = begin(outgoing, held.shareOf(watcher.account))
      streams.set(stream, watcher)
      metrics?.streams(streams.size)
      outgoing.once('close', () => {
        streams.delete(stream)
        metrics?.streams(streams.size)
      })
      return RESPONSE_ALREADY_SENT
    },
  }
}

function mustHaveRoom(all: readonly Watcher[], { account, member }: Watcher): void {
  const ofAccount = all.filter((one) => one.account === account)
  const own = all.filter((one) => one.member.id === member.id).length
  const ofMembers = ofAccount.filter((one) => !one.member.isOwner).length
  if (ofAccount.length >= MAX_PER_ACCOUNT)
    throw busy(`${ofAccount.length} watchers of this account are connected already`, 10)
  if (own >= MAX_PER_MEMBER)
    throw busy(`${own} watchers of ${member.name} are connected already, the limit of one member`, 10)
  if (!member.isOwner && ofMembers >= MAX_OF_MEMBERS)
    throw busy(`${ofMembers} watchers who are not owners of this account are connected already`, 10)
  if (all.length >= MAX_OF_BUSY_ACCOUNTS && ofAccount.length >= FEW)
    throw busy(
      `${all.length} watchers of all accounts are connected already, and the last places are for accounts with fewer than ${FEW}`,
      10,
    )
  if (all.length >= MAX_STREAMS)
    throw busy(`${all.length} watchers of all accounts are connected already, the limit of the server`, 10)
}

const busy = (why: string, seconds: number): HttpError =>
  new HttpError(503, `${why}; try again in a few seconds, or poll the job`, {
    'retry-after': String(seconds),
  })
