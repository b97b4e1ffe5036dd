import { createHash } from 'node:crypto'
import { z } from 'zod'
import { reason } from '../../contract/reasons.ts'
import { type Capability, switchedOff } from '../../settings/capabilities.ts'
import type { SettingsOfOrganisation } from '../../settings/organisation-schema.ts'
import { ORGANISATION_REPOSITORY, parseOrganisationSettings } from '../../settings/organisation-settings.ts'
import { describeInvalid } from '../../settings/parse-settings.ts'
import { serverBecauseOf } from '../audit/actor.ts'
import { auditEntry } from '../audit/audit-entry.ts'
import { GithubRefused, GithubUnavailable } from '../github/errors.ts'
import type { OrganisationFile } from '../github/repository.ts'
import { memoizeParse } from '../store/parse-records.ts'
import { type Commit, mergeCommits, type Store } from '../store/store.ts'
import { NO_ORGANISATION, type OrganisationSettings } from './parse-project-config.ts'
import type { Project, ProjectWork } from './project.ts'

export const organisationKeys = {
  /** The settings of an account, from its repository `.github`. */
  settings: (accountId: number) => `organisation/${accountId}`,
}

const OrganisationRecord = z.looseObject({
  readAt: z.int(),
  /** The last valid file; `null`: none. */
  text: z.string().nullable(),
  /** Why the newest file does not hold. */
  problem: z.string().nullable(),
})
type OrganisationRecord = z.infer<typeof OrganisationRecord>

/** So long after a change, all projects of the account have it, even if the webhook about the push is lost. */
const FRESH_MS = 5 * 60_000

/** Makes every record old. */
const NEVER = 0

/** Files of 64 KiB at most. */
const MEMOIZED = 100

/** Each request for work looks at the budgets. */
const parseRecord = memoizeParse(
  (raw): OrganisationRecord => OrganisationRecord.parse(JSON.parse(raw)),
  MEMOIZED,
)
const parseText = memoizeParse((text) => parseOrganisationSettings(text), MEMOIZED)

/**
 * The settings of the account of a project. If GitHub cannot be asked, or the file became invalid, the last valid one holds.
 * Rejects with GithubRefused if there was never a valid one, because its restrictions are not known.
 */
export async function readOrganisation(deps: ProjectWork, project: Project): Promise<OrganisationSettings> {
  const { store, now } = deps
  const key = organisationKeys.settings(project.accountId)
  const raw = await store.get(key)
  const before = raw === undefined ? null : parseRecord(raw)
  // A clock that was set back leaves a time in the future, which must not keep the record fresh.
  if (before !== null && Math.abs(now() - before.readAt) < FRESH_MS) return settingsOf(before)
  const file = await ask(deps, project, before)
  if (file === null) return settingsOf(before)
  const record = { ...before, ...nextRecord(file, before), readAt: now() }
  const problem = record.problem === before?.problem ? null : record.problem
  // If the record has changed meanwhile, somebody else has read the file, or it was pushed again.
  const checks = [{ key, value: raw ?? null }]
  const commit = mergeCommits(
    { checks, set: [{ key, value: JSON.stringify(record) }] },
    audit(deps, project, problem),
  )
  if ((await store.commit(commit)) && problem !== null)
    deps.log.warn({ account: project.owner, problem }, 'the newest settings of the organisation do not apply')
  return settingsOf(record)
}

/** What the account of the project has switched off: at most five minutes old. Throws as `readOrganisation`. */
export const readSwitchedOff = async (deps: ProjectWork, project: Project): Promise<readonly Capability[]> =>
  switchedOff((await readOrganisation(deps, project)).settings)

/** One entry for each new problem, however often the file is read. */
function audit({ now, auditMs }: ProjectWork, { accountId, owner }: Project, problem: string | null): Commit {
  if (problem === null) return {}
  const by = serverBecauseOf('the settings of the organisation')
  const subject = { id: String(accountId), name: `${owner}/${ORGANISATION_REPOSITORY}` }
  const entry = { accountId, at: now(), action: 'settings.refused', by, project: null, subject } as const
  return auditEntry({ ...entry, detail: problem }, auditMs)
}

/** Part of a commit after which the file is read again. `{}`: it was read in the last `ms`, or never. */
export async function forgetReading(
  store: Store,
  accountId: number,
  { ms, now }: { readonly ms: number; readonly now: number },
): Promise<Commit> {
  const key = organisationKeys.settings(accountId)
  const raw = await store.get(key)
  if (raw === undefined) return {}
  const record = parseRecord(raw)
  if (Math.abs(now - record.readAt) < ms) return {}
  const value = JSON.stringify({ ...record, readAt: NEVER })
  return { checks: [{ key, value: raw }], set: [{ key, value }] }
}

export interface StoredOrganisation {
  readonly settings: SettingsOfOrganisation
  /** Why the newest file does not apply. */
  readonly problem: string | null
  /** False: the file was never read, or only a newer server can parse it. */
  readonly isKnown: boolean
}

/** The settings that apply to the account now. Does not ask GitHub. */
export const storedOrganisation = async (store: Store, accountId: number): Promise<StoredOrganisation> =>
  parseOrganisation(await store.get(organisationKeys.settings(accountId)))

/** The same of the stored record of the account. */
export function parseOrganisation(raw: string | undefined): StoredOrganisation {
  if (raw === undefined) return { settings: {}, problem: null, isKnown: false }
  const { text, problem } = parseRecord(raw)
  if (text === null) return { settings: {}, problem, isKnown: true }
  const parsed = parseText(text)
  return parsed.kind === 'valid'
    ? { settings: parsed.settings, problem, isKnown: true }
    : { settings: {}, problem: describeInvalid(parsed), isKnown: false }
}

/** `null`: GitHub cannot be asked now, and the record holds. */
async function ask(
  { github }: ProjectWork,
  { installationId, owner }: Project,
  before: OrganisationRecord | null,
): Promise<OrganisationFile | null> {
  if (installationId === null) return null
  try {
    return await github.readOrganisationFile({ installationId, owner })
  } catch (error) {
    const isOutage = error instanceof GithubUnavailable || error instanceof GithubRefused
    if (!isOutage || before === null) throw error
    return null
  }
}

function nextRecord(
  file: OrganisationFile,
  before: OrganisationRecord | null,
): Pick<OrganisationRecord, 'text' | 'problem'> {
  const last = before?.text ?? null
  switch (file.kind) {
    case 'absent':
      return { text: null, problem: null }
    case 'hidden':
      return { text: last, problem: last === null ? null : 'the App cannot read the repository .github' }
    case 'file': {
      const parsed = parseOrganisationSettings(file.text)
      if (parsed.kind === 'invalid') return { text: last, problem: describeInvalid(parsed) }
      return { text: file.text, problem: null }
    }
  }
}

function settingsOf(record: OrganisationRecord | null): OrganisationSettings {
  if (record === null) return NO_ORGANISATION
  const { text, problem } = record
  if (text === null) {
    if (problem !== null) throw refused(problem)
    return NO_ORGANISATION
  }
  const parsed = parseText(text)
  // A newer server has accepted it.
  if (parsed.kind === 'invalid') throw refused(describeInvalid(parsed))
  return { settings: parsed.settings, version: createHash('sha256').update(text).digest('hex').slice(0, 16) }
}

const refused = (detail: string): GithubRefused =>
  new GithubRefused(reason('config-invalid', `in the repository .github of the account, ${detail}`))
