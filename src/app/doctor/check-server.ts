import { commandOf } from '../command-line/command-name.ts'
import { type ActionRef, usesLineOf } from '../config/action-ref.ts'
import type { Config, WorkflowConfig } from '../config/config.ts'
import type { ReusableWorkflow } from '../domain/reusable-workflow.ts'
import { GithubRefused } from '../github/errors.ts'
import type { Github } from '../github/github.ts'
import type { AppInspection } from '../github/rest/inspect-app.ts'
import { whyUnreachable } from '../net/why-unreachable.ts'
import { checkReusableWorkflowFile } from '../onboarding/check-workflow-file.ts'
import type { InspectAction } from '../onboarding/inspect-action.ts'
import { listHolds } from '../ops/hold-commands.ts'
import { type FileState, inspectDatabase, type ServerState } from '../store/open/inspect.ts'
import { openStore } from '../store/open/open-store.ts'
import { type Finding, fail, ok, warn } from './finding.ts'

/** It was read without a mistake. Whether GitHub can reach the address is not known here, but that it cannot may be. */
export function checkConfiguration({
  publicUrl,
  serverUrl,
}: Pick<Config, 'publicUrl' | 'serverUrl'>): Finding {
  const why = whyUnreachable(publicUrl, serverUrl)
  return why === null
    ? ok('configuration', 'it is complete')
    : warn(
        'configuration',
        `GitHub cannot reach this server: ${why}`,
        'set PUBLIC_URL to the address of a tunnel or of a reverse proxy with a public name, in the settings of the App, too',
      )
}

/** https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api#about-secondary-rate-limits */
const MAX_PER_MINUTE = 80

/** How fast workflows are started, and whether GitHub lets that be done for long. */
export function checkPace({ starts, serverUrl }: Pick<Config, 'starts' | 'serverUrl'>): Finding {
  const { perMinute, atOnce } = starts
  const text = `${perMinute} workflows of an installation are started in a minute, up to ${atOnce} simultaneously after a pause`
  // An Enterprise Server has the limits that its administrator has set, by default none.
  const isLimited = /^https:\/\/(github\.com|[^/]+\.ghe\.com)$/.test(serverUrl)
  return isLimited && perMinute > MAX_PER_MINUTE
    ? warn(
        'pace',
        text,
        `GitHub limits an App that starts more than ${MAX_PER_MINUTE}: lower STARTS_PER_MINUTE`,
      )
    : ok('pace', text)
}

/** GitHub takes a token of the App's that is a minute old or less, and none from the future. */
const TOO_FAR_MS = 30_000
const FAR_MS = 5_000

export async function checkClock(github: Pick<AppInspection, 'readClockSkew'>): Promise<Finding[]> {
  const skew = await github.readClockSkew()
  const seconds = (Math.abs(skew) / 1_000).toFixed(1)
  const text = `this machine is ${seconds} s ${skew < 0 ? 'behind' : 'ahead of'} GitHub`
  const todo = 'let NTP set the clock of this machine'
  if (Math.abs(skew) > TOO_FAR_MS) return [fail('clock', text, todo)]
  return [Math.abs(skew) > FAR_MS ? warn('clock', text, todo) : ok('clock', text)]
}

const MB = 1024 * 1024
/** A job takes some kilobytes, one with events and a patch megabytes. */
const LITTLE = 1024 * MB
const TOO_LITTLE = 100 * MB

/** The database can be used, and loses nothing. */
export async function checkStore(databaseUrl: string, keyPepper: string | null): Promise<Finding[]> {
  const state = await inspectDatabase(databaseUrl, keyPepper)
  return state.kind === 'file' ? describeFile(state) : describeServer(state)
}

function describeServer({ name, isMissing, fault, caveats }: ServerState): Finding[] {
  if (fault !== null) return [fail('store', fault, `fix this, or check DATABASE_URL and ${name}`)]
  const risks = caveats.map((caveat) =>
    warn('store', caveat, 'docs/reliability.md says what each store promises'),
  )
  if (isMissing) {
    const todo =
      'the server makes it at its first start; if it has started before, DATABASE_URL names another database'
    return [warn('store', `${name} answers, and holds no data of Prentice yet`, todo), ...risks]
  }
  return [ok('store', `${name} answers, and holds the data of Prentice`), ...risks]
}

/** The file is intact and on a disk of this machine that has space left. */
function describeFile({ path, share, bytes, freeBytes, fault }: FileState): Finding[] {
  const free = `${Math.floor(freeBytes / MB)} MB are free on its disk`
  const findings: Finding[] = []
  if (share !== null)
    findings.push(
      fail('store', `${path} is on a network share (${share})`, 'put it on a disk of this machine'),
    )
  else if (fault !== null)
    findings.push(
      fail('store', fault, `fix this before you start the server; \`${commandOf('backup')}\` makes copies`),
    )
  else if (bytes === null)
    findings.push(warn('store', `there is no database ${path} yet`, 'the server makes it at its first start'))
  else findings.push(ok('store', `${path} is in order (${Math.ceil(bytes / MB)} MB)`))

  const room = 'make room, or move the database; without space no job is accepted'
  if (freeBytes < TOO_LITTLE) findings.push(fail('disk', free, room))
  else if (freeBytes < LITTLE) findings.push(warn('disk', free, room))
  else findings.push(ok('disk', free))
  return findings
}

/** What an operator has paused. A database that does not exist yet is the finding of another check. */
export async function checkHolds(databaseUrl: string): Promise<Finding[]> {
  const store = await openStore(databaseUrl, { mustExist: true }).catch(() => null)
  if (store === null) return []
  try {
    const holds = await listHolds(store)
    return holds.map(({ scope, name, hold }) => {
      const since = new Date(hold.heldAt).toISOString()
      const why = hold.why === null ? '' : `: ${hold.why}`
      return warn(
        'paused',
        `no run starts for ${name}, since ${since} by ${hold.by}${why}`,
        commandOf('resume', `--${scope.kind} ${name}`),
      )
    })
  } finally {
    await store.close()
  }
}

/** Whether what workflow files name exists, and is Prentice. */
export async function checkAction(
  { actionRef, inspectAction }: { readonly actionRef: ActionRef; readonly inspectAction: InspectAction },
  installationId: number | null,
): Promise<Finding[]> {
  const uses = usesLineOf(actionRef)
  const found = await inspectAction(actionRef, installationId)
  switch (found.kind) {
    case 'ok':
      return [
        found.isPrivate
          ? warn('action', `${uses} is there, in a private repository`, letIn(actionRef))
          : ok('action', `${uses} is there`),
      ]
    case 'unverified':
      return [warn('action', `it is not known whether ${uses} exists: ${found.why}`, LOOK)]
    case 'wrong':
      return [fail('action', found.why, 'correct ACTION_REF, see docs/action.md')]
  }
}

const LOOK = 'look yourself, since every run fails without it: docs/action.md says how'

const letIn = ({ repository }: ActionRef): string =>
  `let your other repositories use it: Settings, Actions, General, Access of ${repository}; GitHub does not tell the App whether they may`

interface ReusableWorkflowChecks extends WorkflowConfig {
  readonly github: Pick<Github, 'findInstallation'> & Pick<AppInspection, 'readWorkflowFile'>
}

const PRINTED = `what \`${commandOf('workflow', 'reusable')}\` prints`

/** Each file of REUSABLE_WORKFLOWS, at its commit. */
export const checkReusableWorkflows = (deps: ReusableWorkflowChecks): Promise<Finding[]> =>
  Promise.all(deps.reusableWorkflows.map((workflow) => checkReusableWorkflow(deps, workflow)))

async function checkReusableWorkflow(
  deps: ReusableWorkflowChecks,
  { repository, file, sha }: ReusableWorkflow,
): Promise<Finding> {
  const { github } = deps
  const place = `${repository}/${file}@${sha}`
  const [owner = '', name = ''] = repository.split('/')
  try {
    const installation = await github.findInstallation(owner, name)
    if (installation === null || installation.suspended)
      return warn(
        'reusable',
        `${place} could not be read, since the App is not installed on ${repository}`,
        `compare it with ${PRINTED}, or install the App there`,
      )
    const text = await github.readWorkflowFile({ installationId: installation.id, owner, name }, file, sha)
    const problems =
      text === null ? ['there is no such file at that commit'] : checkReusableWorkflowFile(text, deps)
    if (problems.length === 0) return ok('reusable', `${place} can be called`)
    const todo = `commit ${PRINTED}, and name that commit in REUSABLE_WORKFLOWS`
    return fail('reusable', `${place}: ${problems.join('; ')}`, todo)
  } catch (error) {
    if (!(error instanceof GithubRefused)) throw error
    return fail('reusable', `${place}: ${error.reason.code}`, error.reason.message)
  }
}
