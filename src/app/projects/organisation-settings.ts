import { createHash } from 'node:crypto'
import { z } from 'zod'
import { reason } from '../../contract/reasons.ts'
import type { SettingsOfOrganisation } from '../../settings/organisation-schema.ts'
import { parseOrganisationSettings } from '../../settings/organisation-settings.ts'
import { GithubRefused, GithubUnavailable } from '../github/errors.ts'
import type { Github } from '../github/github.ts'
import type { OrganisationFile } from '../github/repository.ts'
import { keySpace } from '../store/key-space.ts'
import type { Store } from '../store/store.ts'
import { NO_ORGANISATION, type OrganisationSettings } from './config/parse-project-config.ts'
import type { Project } from './project.ts'

const OrganisationRecord = z.looseObject({
  readAt: z.int(),
  /** The last valid file; `null`: there is none. */
  text: z.string().nullable(),
  /** Why the newest file does not hold. */
  problem: z.string().nullable(),
})
type OrganisationRecord = z.infer<typeof OrganisationRecord>

/** So long after a change, all projects of the account have it. */
const FRESH_MS = 5 * 60_000

interface Deps {
  readonly store: Store
  readonly github: Pick<Github, 'readOrganisationFile'>
  readonly now: () => number
}

/**
 * The settings of the account of a project. If GitHub cannot be asked, or the file became invalid, the last valid one holds.
 * Rejects with GithubRefused if there was never a valid one, because its restrictions are not known.
 */
export async function readOrganisation(deps: Deps, project: Project): Promise<OrganisationSettings> {
  const { store, now } = deps
  const key = keySpace.organisation(project.accountId)
  const raw = await store.get(key)
  const before = raw === undefined ? null : OrganisationRecord.parse(JSON.parse(raw))
  // A clock that was set back leaves a time in the future, which must not keep the record fresh.
  if (before !== null && Math.abs(now() - before.readAt) < FRESH_MS) return settingsOf(before)
  const file = await ask(deps, project, before)
  if (file === null) return settingsOf(before)
  const record = { ...before, ...nextRecord(file, before), readAt: now() }
  await store.commit({ set: [{ key, value: JSON.stringify(record) }] })
  return settingsOf(record)
}

/** The settings that apply to the account now, and why its newest file does not apply. Does not ask GitHub. */
export async function storedOrganisation(
  store: Store,
  accountId: number,
): Promise<{ readonly settings: SettingsOfOrganisation; readonly problem: string | null }> {
  const raw = await store.get(keySpace.organisation(accountId))
  if (raw === undefined) return { settings: {}, problem: null }
  const { text, problem } = OrganisationRecord.parse(JSON.parse(raw))
  const parsed = text === null ? null : parseOrganisationSettings(text)
  return {
    settings: parsed?.kind === 'valid' ? parsed.settings : {},
    problem: parsed?.kind === 'invalid' ? parsed.detail : problem,
  }
}

/** `null`: GitHub cannot be asked now, and the record holds. */
async function ask(
  { github }: Deps,
  { installationId, owner }: Project,
  before: OrganisationRecord | null,
): Promise<OrganisationFile | null> {
  if (installationId === null) return null
  try {
    return await github.readOrganisationFile({ installationId, owner }, before?.text != null)
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
      if (parsed.kind === 'invalid') return { text: last, problem: parsed.detail }
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
  const parsed = parseOrganisationSettings(text)
  // A newer server has accepted it.
  if (parsed.kind === 'invalid') throw refused(parsed.detail)
  return { settings: parsed.settings, version: createHash('sha256').update(text).digest('hex').slice(0, 16) }
}

const refused = (detail: string): GithubRefused =>
  new GithubRefused(reason('config-invalid', `in the repository .github of the account, ${detail}`))
