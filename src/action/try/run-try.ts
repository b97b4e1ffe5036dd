import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LocalRunMessage, LocalRunRequest, LocalRunResult } from '../../contract/local-run.ts'
import { findRoot } from '../checks/isolation/host-facts.ts'
import { removeWithChecks } from '../checks/isolation/overlay-folder.ts'
import { openScaler, type ScalerOptions } from '../images/scale-image.ts'
import { type Log, openLog } from '../log/log.ts'
import { reasonOf } from '../outcome/outcome.ts'
import { outcomeOfError } from '../outcome/run-failure.ts'
import { stopOnSignals } from '../outcome/stop.ts'
import { openSecrets, type Secrets } from '../secrets/secrets.ts'
import type { RunEnvironment } from '../stages/run-context.ts'
import { monotonicClock } from '../start/monotonic-clock.ts'
import { readEnvironment } from '../start/read-environment.ts'
import { useProxy } from '../start/use-proxy.ts'
import { messageOf } from '../text/format.ts'
import { rewordReason } from './local-plane.ts'
import { Obstacle } from './open-clone.ts'
import { type Ask, openParent } from './parent.ts'
import { runLocally } from './run-locally.ts'

export interface TryStart {
  readonly env: NodeJS.ProcessEnv
  readonly stop: AbortController
  readonly scaler: Pick<ScalerOptions, 'program' | 'folder'>
  readonly now: () => number
}

/** What the command line starts. */
export function startLocally(env: NodeJS.ProcessEnv, scaler: TryStart['scaler']): TryStart {
  useProxy(env)
  return { env, stop: stopOnSignals(), scaler, now: monotonicClock }
}

/** `prentice try`: a run on a copy of a clone, from the request of the command line to the result for it. */
export async function runTry(start: TryStart): Promise<void> {
  const parent = openParent<LocalRunRequest, LocalRunResult>(start.stop)
  const run = openLocalRuns(start)
  const request = await parent.request
  const log = logTo(parent.send, run.secrets.redact)
  await parent.send({ type: 'ended', result: await run.start(request, { log, ask: parent.ask }) })
}

export interface LocalRuns {
  readonly environment: RunEnvironment['environment']
  readonly secrets: Secrets
  /** A run in folders of its own, of which nothing stays. Never rejects. `hidden`: folders that its commands must not see. */
  start(
    request: LocalRunRequest,
    given: { readonly log: Log; readonly ask: Ask; readonly hidden?: readonly string[] },
  ): Promise<LocalRunResult>
}

/** Local runs in this process. */
export function openLocalRuns({ env, stop, scaler, now }: TryStart): LocalRuns {
  const { all, secrets: found } = readEnvironment(env)
  const environment = withLocalKeys(all)
  const secrets = openSecrets(found, () => {})
  const { signal } = stop
  return {
    environment,
    secrets,
    async start(request, { log, ask, hidden }) {
      const scratch = await realpath(await mkdtemp(join(tmpdir(), 'prentice-try-')))
      const place = {
        workspace: join(scratch, 'work'),
        scratch: join(scratch, 'run'),
        temp: join(scratch, 'temp'),
      }
      try {
        for (const folder of Object.values(place)) await mkdir(folder)
        const run: RunEnvironment = {
          ...place,
          ...{ environment, apiUrl: '', secrets, log, now, signal },
          ...(hidden !== undefined && { hidden }),
          scaleImage: openScaler({ ...scaler, signal }),
          nonce: randomBytes(4).toString('hex'),
        }
        return await runLocally(run, request, ask)
      } catch (error) {
        return notBegun(request, error, { signal, redact: secrets.redact })
      } finally {
        await cleanUp(scratch, request).catch((error: unknown) =>
          log.warning(`The folder ${scratch} could not be removed: ${messageOf(error)}`),
        )
      }
    },
  }
}

type Line = Extract<LocalRunMessage, { type: 'line' }>

/** The log of the command line. */
export function logTo(send: (line: Line) => Promise<void>, redact: (text: string) => string): Log {
  const line = (level: 'title' | 'info' | 'warning') => (text: string) =>
    void send({ type: 'line', level, text })
  const [title, info, warning] = [line('title'), line('info'), line('warning')]
  return openLog(redact, {
    ...{ info, notice: info, warning, setFailed: warning },
    async group(text, work) {
      title(text)
      return work()
    },
    setSecret: () => {},
    setOutput: () => {},
    writeSummary: async () => {},
  })
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/** A model on this machine asks for no key, but the packages of some providers do. */
function withLocalKeys(environment: RunEnvironment['environment']): RunEnvironment['environment'] {
  const keys = Object.entries(environment).flatMap(([name, url = '']) => {
    const key = name.replace(/_BASE_URL$/, '_API_KEY')
    const isLocal = key !== name && LOOPBACK.test(URL.parse(url.trim())?.hostname ?? '')
    return isLocal && !environment[key]?.trim() ? [[key, 'not-needed'] as const] : []
  })
  return { ...environment, ...Object.fromEntries(keys) }
}

/** Commands of the project can leave files that only root can remove. */
const cleanUp = (scratch: string, { consent }: LocalRunRequest): Promise<void> =>
  consent.isolate === 'no'
    ? rm(scratch, { recursive: true, force: true })
    : removeWithChecks(findRoot(process.getuid?.() === 0), scratch)

function notBegun(
  { model }: LocalRunRequest,
  error: unknown,
  { signal, redact }: { readonly signal: AbortSignal; readonly redact: (text: string) => string },
): LocalRunResult {
  const ending = outcomeOfError(error, signal, redact)
  const why = reasonOf(ending)
  const isObstacle = error instanceof Obstacle && ending.outcome !== 'cancelled'
  return {
    outcome: ending.outcome === 'cancelled' ? 'cancelled' : 'failed',
    reason: isObstacle ? { code: 'input-invalid', message: redact(error.message) } : why && rewordReason(why),
    ...{ model, commit: null, uncommitted: 0, title: null, body: null, summary: null },
    ...{ files: [], patch: null, checks: null, refused: [], usage: null, notices: [], applied: null },
  }
}
