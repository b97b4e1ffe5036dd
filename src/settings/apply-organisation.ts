import { narrowPaths } from './narrow-paths.ts'
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
    ...either(organisation, repository, ['signed-commits'], true),
    ...either(organisation, repository, ['show-prompt', 'executable-scripts'], false),
    ...strictest(organisation),
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

type Triggers = NonNullable<Settings['triggers']>

/** An organisation that forbids comments, or the texts of strangers, forbids them everywhere. */
function narrowTriggers(one: Triggers | undefined, other: Triggers | undefined): Triggers | undefined {
  const { teams, bots, ...given } = one ?? {}
  const merged = defaults(one && given, other)
  if (one === undefined || merged === undefined) return merged
  return {
    ...merged,
    ...(one.comments === false && { comments: false }),
    ...(one.reviews === 'mention' && { reviews: 'mention' }),
    ...(one['pull-requests'] === 'own' && { 'pull-requests': 'own' }),
    ...(one['issue-text'] === 'writers' && { 'issue-text': 'writers' }),
    ...(one.labels !== undefined && {
      labels: (other?.labels ?? one.labels).filter((label) => one.labels?.includes(label)),
    }),
    ...within('teams', teams, other?.teams),
    ...within('bots', bots, other?.bots),
  }
}

/** Who may ask in a repository is for the repository to name; the organisation says whom it may name. */
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
