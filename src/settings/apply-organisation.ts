import type { Settings } from './schema.ts'

/**
 * The settings of a repository within those of its organisation. Limits are the lower of the two, and switches that
 * protect hold if either is on. The rest are defaults, which the repository may replace.
 */
export function applyOrganisation(organisation: Settings, repository: Settings): Settings {
  return withoutUndefined({
    ...organisation,
    ...repository,
    limits: lowest(organisation.limits, repository.limits, ['steps', 'minutes', 'cost-usd', 'tokens']),
    ...lowest(organisation, repository, ['max-files', 'max-bytes']),
    ...either(organisation, repository, ['signed-commits', 'require-other-reviewer'], true),
    ...either(organisation, repository, ['show-prompt', 'executable-scripts'], false),
    ...strictest(organisation),
    'fallback-models': narrowFallbacks(organisation['fallback-models'], repository['fallback-models']),
    ...(organisation.commands === 'off' && { commands: 'off' }),
    paths: narrowPaths(organisation.paths, repository.paths),
    feedback: defaults(organisation.feedback, repository.feedback),
    'pull-request': defaults(organisation['pull-request'], repository['pull-request']),
    triggers: narrowTriggers(organisation.triggers, repository.triggers),
  })
}

/** No repository starts work without a person, or CI, where the organisation forbids it. */
const strictest = (one: Settings): Pick<Settings, 'on-ci-failure' | 'on-conflict' | 'ci'> => ({
  ...(one['on-ci-failure'] === 'ignore' && { 'on-ci-failure': 'ignore' }),
  ...(one['on-conflict'] === 'ignore' && { 'on-conflict': 'ignore' }),
  ...(one.ci === 'hold' && { ci: 'hold' }),
})

type Numbers<K extends string> = { readonly [key in K]?: number | undefined }
type Switches<K extends string> = { readonly [key in K]?: boolean | undefined }

function lowest<K extends string>(
  one: Numbers<K> | undefined,
  other: Numbers<K> | undefined,
  keys: readonly K[],
): Numbers<K> | undefined {
  const entries = keys.flatMap((key) => {
    const given = [one?.[key], other?.[key]].filter((value) => value !== undefined)
    return given.length === 0 ? [] : [[key, Math.min(...given)] as const]
  })
  return entries.length === 0 ? undefined : (Object.fromEntries(entries) as Numbers<K>)
}

/** The value `strict` wins, wherever it stands. */
function either<K extends string>(
  one: Switches<K>,
  other: Switches<K>,
  keys: readonly K[],
  strict: boolean,
): Switches<K> {
  const entries = keys.flatMap((key) => {
    const values = [other[key], one[key]].filter((value) => value !== undefined)
    return values.length === 0 ? [] : [[key, values.includes(strict) ? strict : values[0]] as const]
  })
  return Object.fromEntries(entries) as Switches<K>
}

const defaults = <T extends object>(one: T | undefined, other: T | undefined): T | undefined =>
  one === undefined || other === undefined ? (other ?? one) : { ...one, ...other }

/** A fallback model sends the code to its provider: a repository names none that its organisation leaves out. */
const narrowFallbacks = (
  allowed: readonly string[] | undefined,
  named: readonly string[] | undefined,
): string[] | undefined => {
  if (allowed === undefined || named === undefined) return (named ?? allowed)?.slice()
  return named.filter((name) => allowed.includes(name))
}

type Triggers = NonNullable<Settings['triggers']>

/** An organisation's bans and plan-first rules apply in all of its repositories. */
function narrowTriggers(one: Triggers | undefined, other: Triggers | undefined): Triggers | undefined {
  const { teams, bots, ...given } = one ?? {}
  const merged = defaults(one && given, other)
  if (one === undefined || merged === undefined) return merged
  return {
    ...merged,
    ...(one.comments === false && { comments: false }),
    ...(one.reviews === 'mention' && { reviews: 'mention' }),
    ...(one.plan === 'first' && { plan: 'first' }),
    ...(one['pull-requests'] === 'own' && { 'pull-requests': 'own' }),
    ...(one.conversation === 'writers' && { conversation: 'writers' }),
    ...(one.labels !== undefined && {
      labels: (other?.labels ?? one.labels).filter((label) => one.labels?.includes(label)),
    }),
    ...within('teams', teams, other?.teams),
    ...within('bots', bots, other?.bots),
  }
}

/** A repository names who may ask in it; the organisation limits whom it may name. */
function within<K extends 'teams' | 'bots'>(
  key: K,
  allowed: readonly string[] | undefined,
  named: readonly string[] | undefined,
): Partial<Record<K, string[]>> {
  if (allowed === undefined || named === undefined) return {}
  const names = new Set(allowed.map((name) => name.toLowerCase()))
  const left = named.filter((name) => names.has(name.toLowerCase()))
  return { [key]: left } as Partial<Record<K, string[]>>
}

const withoutUndefined = (settings: { [key in keyof Settings]: Settings[key] | undefined }): Settings =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined)) as Settings

type Paths = NonNullable<Settings['paths']>

/** A glob that covers a whole folder, such as `docs/**`: what begins with the folder is within it. */
const FOLDER = /^\/?([^*?[\]\\!]+\/)\*\*$/

/**
 * The paths that both allow. Of the repository's globs, those stay that are also the organisation's, or lie within a folder
 * of it. If the organisation excludes paths (`!…`), only its own globs stay, in its order, because a glob of the repository
 * could include again what it excludes. If none is left, nothing may change.
 */
export function narrowPaths(
  organisation: Paths | undefined,
  repository: Paths | undefined,
): Paths | undefined {
  if (organisation === undefined) return repository
  const { unprotect } = repository ?? {}
  const allow = narrowAllow(organisation.allow ?? [], repository?.allow ?? [])
  const kept =
    organisation.unprotect && unprotect ? narrowGlobs(organisation.unprotect, unprotect) : unprotect
  return { ...(allow.length > 0 && { allow }), ...(kept !== undefined && { unprotect: kept }) }
}

/** A list of globs that matches nothing: an empty list would allow everything. */
const NOTHING = ['!**']

function narrowAllow(organisation: readonly string[], repository: readonly string[]): string[] {
  if (organisation.length === 0) return [...repository]
  if (repository.length === 0) return [...organisation]
  const kept = narrowGlobs(organisation, repository)
  return kept.length === 0 ? NOTHING : kept
}

function narrowGlobs(organisation: readonly string[], repository: readonly string[]): string[] {
  const excluded = repository.filter(isExclusion)
  const own = repository.filter((glob) => !isExclusion(glob))
  const kept = organisation.some(isExclusion)
    ? organisation.filter((glob) => isExclusion(glob) || own.includes(glob))
    : own.filter((glob) => organisation.includes(glob) || isInFolder(glob, organisation))
  return kept.every(isExclusion) ? [] : [...kept, ...excluded]
}

const isExclusion = (glob: string): boolean => glob.startsWith('!')

/**
 * Longer than the folder: `docs/` alone would match a folder of that name anywhere. So would `docs/ `, because white space
 * at the end of a glob does not count.
 */
function isInFolder(glob: string, organisation: readonly string[]): boolean {
  const path = glob.trimEnd().replace(/^\//, '').replace(/\/+$/, '')
  if (path.split('/').includes('..')) return false
  return organisation.some((own) => {
    const folder = FOLDER.exec(own)?.[1]
    return folder !== undefined && path.length > folder.length && path.startsWith(folder)
  })
}
