import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LocalRunRequest, LocalRunResult } from '../../contract/local-run.ts'
import { findRoot } from '../checks/isolation/host-facts.ts'
import { removeWithChecks } from '../checks/isolation/overlay-folder.ts'
import { openScaler, type ScalerOptions } from '../images/scale-image.ts'
import { type Log, openLog } from '../log/log.ts'
import { reasonOf } from '../outcome/outcome.ts'
import { outcomeOfError } from '../outcome/run-failure.ts'
import { openSecrets } from '../secrets/secrets.ts'
import type { RunEnvironment } from '../stages/run-context.ts'
import { readEnvironment } from '../start/read-environment.ts'
import { messageOf } from '../text/format.ts'
import { rewordReason } from './local-plane.ts'
import { Obstacle } from './open-clone.ts'
import { openParent, type Parent } from './parent.ts'
import { runLocally } from './run-locally.ts'

export interface TryStart {
  readonly env: NodeJS.ProcessEnv
  readonly stop: AbortController
  readonly scaler: Pick<ScalerOptions, 'program' | 'folder'>
  readonly now: () => number
}

/** `prentice try`: a run on a copy of a clone, from the request of the command line to the result for it. */
export async function runTry({ env, stop, scaler, now }: TryStart): Promise<void> {
  const parent = openParent(stop)
  const { all: environment, secrets: found } = readEnvironment(env)
  const secrets = openSecrets(found, () => {})
  const request = await parent.request
  const log = logTo(parent, secrets.redact)
  const scratch = await realpath(await mkdtemp(join(tmpdir(), 'prentice-try-')))
  const place = {
    workspace: join(scratch, 'work'),
    scratch: join(scratch, 'run'),
    temp: join(scratch, 'temp'),
  }
  let result: LocalRunResult
  try {
    for (const folder of Object.values(place)) await mkdir(folder)
    const run: RunEnvironment = {
      ...place,
      environment: withLocalKeys(environment),
      apiUrl: '',
      ...{ secrets, log, now },
      signal: stop.signal,
      scaleImage: openScaler({ ...scaler, signal: stop.signal }),
      nonce: randomBytes(4).toString('hex'),
    }
    result = await runLocally(run, request, parent.ask)
  } catch (error) {
    result = notBegun(request, error, { signal: stop.signal, redact: secrets.redact })
  } finally {
    await cleanUp(scratch, request).catch((error: unknown) =>
      log.warning(`The folder ${scratch} could not be removed: ${messageOf(error)}`),
    )
  }
  await parent.send({ type: 'ended', result })
}

function logTo({ send }: Parent, redact: (text: string) => string): Log {
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
