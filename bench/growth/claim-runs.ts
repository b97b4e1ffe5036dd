import { runId } from '../../src/app/domain/run-id.ts'
import { Assignment } from '../../src/contract/runner-protocol/assignment.ts'
import {
  PROTOCOL_VERSION,
  RUN_SECRET_HEADER,
  runnerPaths,
} from '../../src/contract/runner-protocol/protocol.ts'
import { PUBLIC_URL } from '../github/connect-github.ts'
import type { StandInGithub } from '../github/stand-in-github.ts'
import type { Target } from '../target/start-target.ts'
import type { WaitingRun } from './fill-jobs.ts'

const AT_ONCE = 10

/** The runner of each run claims it, with its own token and secret. Answers the server's CPU time, in seconds. */
export async function claimRuns(
  app: Target,
  github: StandInGithub,
  waiting: readonly WaitingRun[],
): Promise<number> {
  const claims = await Promise.all(
    waiting.map(async ({ run, workflowRun }) => ({
      run: runId(run),
      token: await github.mintToken(workflowRun, PUBLIC_URL),
    })),
  )
  const before = await app.usage()
  for (let start = 0; start < claims.length; start += AT_ONCE) {
    await Promise.all(claims.slice(start, start + AT_ONCE).map((one) => claim(app, one)))
  }
  const { cpuSeconds } = await app.usage()
  return cpuSeconds - before.cpuSeconds
}

async function claim(app: Target, { run, token }: { run: string; token: string }): Promise<void> {
  const response = await fetch(`${app.url}${runnerPaths.claim()}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      [RUN_SECRET_HEADER]: run.padEnd(43, 's'),
      'content-type': 'application/json',
    },
    body: JSON.stringify({ run, protocol: PROTOCOL_VERSION }),
  })
  if (!response.ok) throw new Error(`claim of ${run}: ${response.status} ${await response.text()}`)
  Assignment.parse(await response.json())
}
