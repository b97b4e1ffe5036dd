import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AgentEvent } from '../../src/contract/events.ts'
import {
  PROTOCOL_VERSION,
  RUN_SECRET_HEADER,
  runnerPaths,
} from '../../src/contract/runner-protocol/protocol.ts'
import type { ResultRequest } from '../../src/contract/runner-protocol/result.ts'
import type { Dispatched } from '../github/stand-in-github.ts'
import { connect } from './connect.ts'
import type { Tally } from './verify-results.ts'

export interface RunnerTallies {
  readonly claims: Tally
  readonly events: Tally
  readonly results: Tally
}

export interface RunnerDeps {
  readonly url: string
  /** Mints a new OIDC token of the workflow run. */
  readonly mintToken: () => Promise<string>
  readonly tally: RunnerTallies
}

const BATCHES = 20
const BATCH_EVERY_MS = 500
const RESULT: ResultRequest = {
  outcome: 'no-change',
  acknowledged: 1,
  summary: 'There was nothing to correct.',
  usage: { steps: BATCHES, inputTokens: 100_000, cachedInputTokens: 0, outputTokens: 5_000, costUsd: 0.2 },
  headSha: null,
}

/** Sends what the action sends to the server: claims the run, reports events, and reports that nothing changed. */
export async function simulateRunner(
  { url, mintToken, tally }: RunnerDeps,
  { run }: Dispatched,
): Promise<void> {
  const connection = connect(url)
  const secret = { [RUN_SECRET_HEADER]: randomBytes(32).toString('base64url') }
  const claim = { ...secret, authorization: `Bearer ${await mintToken()}` }
  const request = { run, protocol: PROTOCOL_VERSION }
  await tally.claims.count(connection.send('POST', runnerPaths.claim(), claim, request), 200)
  for (let batch = 0; batch < BATCHES; batch++) {
    await sleep(BATCH_EVERY_MS * (0.5 + Math.random()))
    const body = { events: eventsOf(batch), acknowledged: 1 }
    await tally.events.count(connection.send('POST', runnerPaths.events(run), secret, body), 200)
  }
  await tally.results.count(connection.send('POST', runnerPaths.result(run), secret, RESULT), 200)
  connection.close()
}

/** One step, and its tool call. */
function eventsOf(batch: number) {
  const step = batch + 1
  const at = new Date().toISOString()
  const events: AgentEvent[] = [
    { type: 'step', step, inputTokens: 5_000 * step, outputTokens: 250 * step, costUsd: 0.01 * step },
    { type: 'tool', step, tool: 'read_file', target: 'docs/setup.md', ok: true },
  ]
  return events.map((event, index) => ({ seq: batch * events.length + index + 1, at, event }))
}
