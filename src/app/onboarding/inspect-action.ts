import { z } from 'zod'
import { OLDEST_PROTOCOL_VERSION, PROTOCOL_VERSION } from '../../contract/runner-protocol/protocol.ts'
import { readYaml } from '../../settings/read-yaml.ts'
import type { ActionRef } from '../config/action-ref.ts'
import type { Config } from '../config/config.ts'
import { GithubRefused, GithubUnavailable } from '../github/errors.ts'
import type { Github } from '../github/github.ts'
import type { AppInspection } from '../github/rest/inspect-app.ts'
import { type ActionReader, readPublicly } from '../github/rest/read-publicly.ts'

/** Whether a `uses:` line names something that exists and that this server can work with. */
export type ActionFinding =
  | { readonly kind: 'ok'; readonly isPrivate: boolean }
  /** A workflow that names it fails. */
  | { readonly kind: 'wrong'; readonly why: string }
  /** GitHub did not show enough to know. */
  | { readonly kind: 'unverified'; readonly why: string }

/** `installationId`: whose token reads it if the App is not installed on its repository; `null`: nobody's. */
export type InspectAction = (ref: ActionRef, installationId: number | null) => Promise<ActionFinding>

/** Looks at `action.yml` where the line names it. */
export async function inspectAction(
  reader: ActionReader,
  { repository, ref }: Pick<ActionRef, 'repository' | 'ref'>,
  serverUrl: string,
): Promise<ActionFinding> {
  const [owner = '', name = ''] = repository.split('/')
  const { host } = new URL(serverUrl)
  try {
    const found = await reader.seeRepository({ owner, name })
    if (found === null) {
      if (host !== 'github.com') return unverified(`${host} does not show ${repository}; ${CONNECT}`)
      if (!(await reader.hasAccount(owner))) return wrong(`there is no account ${owner} on ${host}`)
      return unverified(
        `${repository} is private, was renamed, or does not exist; if the App were installed on it, the server could see it`,
      )
    }
    const text = await reader.readActionFile({ owner, name }, ref)
    return text === null
      ? wrong(`${repository} has no action.yml at ${ref}: push that commit or tag, or name another`)
      : judgeActionFile(text, { ...found, uses: `${repository}@${ref}` })
  } catch (error) {
    if (error instanceof GithubUnavailable) return unverified(`${host} did not answer: ${error.message}`)
    if (error instanceof GithubRefused) return unverified(`${host} did not show it: ${error.message}`)
    throw error
  }
}

/** https://docs.github.com/en/enterprise-server/admin/managing-github-actions-for-your-enterprise */
const CONNECT = 'it may take the action from github.com'

const unverified = (why: string): ActionFinding => ({ kind: 'unverified', why })
const wrong = (why: string): ActionFinding => ({ kind: 'wrong', why })

const ActionFile = z.looseObject({
  // What the workflow file gives to it.
  inputs: z.looseObject({ run: z.looseObject({}), prompt: z.looseObject({}), 'app-url': z.looseObject({}) }),
  runs: z.looseObject({ using: z.string() }),
})

/** Anyone may have written the file. */
const LIMIT = 64 * 1024
/** A comment, because GitHub's checks of published actions allow no keys of others. */
const PROTOCOL = /^# Protocol: (\d{1,6})$/m

/** Pure. */
export function judgeActionFile(
  text: string,
  { uses, isPrivate }: { readonly uses: string; readonly isPrivate: boolean },
): ActionFinding {
  const read = Buffer.byteLength(text) > LIMIT ? null : readYaml(text)
  const isOurs =
    read !== null &&
    read.errors.length === 0 &&
    read.kind === 'value' &&
    ActionFile.safeParse(read.value).success
  if (!isOurs) return wrong(`${uses} is another action, not Prentice`)
  const protocol = Number(PROTOCOL.exec(text)?.[1] ?? 0)
  if (protocol === 0) return unverified(`${uses} does not say which protocol it speaks`)
  if (protocol < OLDEST_PROTOCOL_VERSION)
    return wrong(`${uses} is older than what this server serves: name a newer version`)
  if (protocol > PROTOCOL_VERSION)
    return wrong(`${uses} is newer than this server: upgrade the server, or name its version`)
  return { kind: 'ok', isPrivate }
}

interface ActionInspectionDeps {
  readonly github: Pick<Github, 'findInstallation'> &
    Pick<AppInspection, 'seeRepository' | 'hasAccount' | 'readWorkflowFile'>
  readonly config: Pick<Config, 'serverUrl' | 'apiUrl' | 'apiVersion'>
  readonly now: () => number
}

/** Many projects name the same action, and the pages of people wait for the answer. */
const KEPT_MS = 10 * 60_000
const MOST_KEPT = 500

/** As the App: what is certain is kept for ten minutes. */
export function createActionInspection(deps: ActionInspectionDeps): InspectAction {
  const kept = new Map<string, { readonly until: number; readonly finding: ActionFinding }>()
  return async (ref, installationId) => {
    const key = `${ref.repository.toLowerCase()}@${ref.ref}`
    const known = kept.get(key)
    if (known !== undefined && deps.now() < known.until) return known.finding
    const finding = await inspectAction(
      await readerFor(deps, ref, installationId),
      ref,
      deps.config.serverUrl,
    )
    if (kept.size >= MOST_KEPT) kept.clear()
    if (finding.kind === 'ok') kept.set(key, { until: deps.now() + KEPT_MS, finding })
    return finding
  }
}

async function readerFor(
  { github, config }: ActionInspectionDeps,
  { repository }: ActionRef,
  installationId: number | null,
): Promise<ActionReader> {
  const [owner = '', name = ''] = repository.split('/')
  const own = await github.findInstallation(owner, name)
  const id = own === null || own.suspended ? installationId : own.id
  if (id === null) return readPublicly(config)
  return {
    seeRepository: (place) => github.seeRepository({ installationId: id, ...place }),
    readActionFile: (place, ref) =>
      github.readWorkflowFile({ installationId: id, ...place }, 'action.yml', ref),
    hasAccount: (login) => github.hasAccount(id, login),
  }
}
