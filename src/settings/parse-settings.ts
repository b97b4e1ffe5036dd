import { closest, distance } from 'fastest-levenshtein'
import type { z } from 'zod'
import {
  KEYS_OF_ORGANISATION_ALONE,
  KEYS_OF_REPOSITORY_ALONE,
  SettingsOfOrganisation,
} from './organisation-schema.ts'
import { type PlacedError, type ReadYaml, readYaml } from './read-yaml.ts'
import { Settings } from './schema.ts'
import { SETTINGS_LIMIT, type SettingsFile } from './settings-files.ts'
import { shownText } from './yaml-errors.ts'

export type ParsedSettings<T extends Settings = Settings> =
  | {
      readonly kind: 'valid'
      readonly settings: T
      /** Each names a key that has no effect, with its line. */
      readonly warnings: readonly string[]
      /** Where the commands of the checks stand; `null`: none. */
      readonly checkPlaces: { readonly path: string; readonly lines: number[] } | null
    }
  /** Every mistake, each with its line and what is allowed. */
  | { readonly kind: 'invalid'; readonly path: string; readonly problems: readonly string[] }

/** The settings in the one of the files that exists; none at all is an empty file. */
export const parseSettings = (files: readonly SettingsFile[]): ParsedSettings =>
  parseFile(files, {
    schema: Settings,
    foreign: {
      keys: KEYS_OF_ORGANISATION_ALONE,
      message: 'belongs to the settings of the organisation: prentice.yml in its repository .github',
    },
    ignoresUnknown: true,
  })

/** As `parseSettings`, for the file of an organisation. */
export const parseOrganisationFile = (file: SettingsFile): ParsedSettings<SettingsOfOrganisation> =>
  parseFile([file], {
    schema: SettingsOfOrganisation,
    foreign: {
      keys: KEYS_OF_REPOSITORY_ALONE,
      message: 'is a setting of single repositories, not of an organisation',
    },
    // One may be a restriction, and it would hold nowhere.
    ignoresUnknown: false,
  })

interface KindOfFile<T> {
  readonly schema: z.ZodType<T> & { readonly shape: object }
  /** Keys that only the other kind of file may have. */
  readonly foreign: { readonly keys: readonly string[]; readonly message: string }
  readonly ignoresUnknown: boolean
}

function parseFile<T extends Settings>(
  files: readonly SettingsFile[],
  kind: KindOfFile<T>,
): ParsedSettings<T> {
  const { schema } = kind
  const [file, other] = files
  if (file === undefined)
    return { kind: 'valid', settings: schema.parse({}), warnings: [], checkPlaces: null }
  const { path, text } = file
  const invalid = (problems: readonly string[]) => ({ kind: 'invalid', path, problems }) as const
  if (other !== undefined) return invalid([`${other.path} exists too: delete one of the two`])
  if (text === null) return invalid(['it is larger than 64 KiB, or is a folder, a link or a submodule'])
  if (Buffer.byteLength(text) > SETTINGS_LIMIT) return invalid(['the file is larger than 64 KiB'])
  const yaml = readYaml(text)
  if (yaml.kind === 'malformed') return invalid(describeProblems(yaml.errors, (error) => error))
  const { value, ignored, wrong } = withoutUnread(yaml.value ?? {}, kind)
  const { errors } = yaml
  const parsed = schema.safeParse(errors.length > 0 ? withChecks(value) : value)
  const describe = (found: readonly (PlacedError | Mistake)[]) =>
    describeProblems(found, (one) => ('path' in one ? place(one, yaml) : one))
  const mistakes = [...(parsed.success ? [] : findMistakes(parsed.error.issues)), ...wrong]
  if (!parsed.success || errors.length > 0 || mistakes.length > 0)
    return invalid(describe([...errors, ...mistakes]))
  const lines = (parsed.data.checks ?? []).map((_, index) => yaml.locate(['checks', index]).line)
  const checkPlaces = lines.length === 0 ? null : { path, lines }
  return { kind: 'valid', settings: underNewNames(parsed.data), warnings: describe(ignored), checkPlaces }
}

/** A setting that was renamed is read under its new name alone. */
function underNewNames<T extends Settings>(settings: T): T {
  if (settings.triggers === undefined) return settings
  const { 'issue-text': conversation, ...triggers } = settings.triggers
  return { ...settings, triggers: { ...(conversation !== undefined && { conversation }), ...triggers } }
}

/** The part of a file that cannot be read may hold the checks, without which some settings have no effect. */
const withChecks = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? { checks: ['true'], ...value } : value

/** The file without the keys that have no effect, or have no place in it. */
function withoutUnread(
  value: unknown,
  { schema: { shape }, foreign, ignoresUnknown }: KindOfFile<unknown>,
): { value: unknown; ignored: Mistake[]; wrong: Mistake[] } {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { value, ignored: [], wrong: [] }
  const misplaced = Object.keys(value).filter((key) => foreign.keys.includes(key))
  const unknown = Object.keys(value).filter((key) => !Object.hasOwn(shape, key) && !misplaced.includes(key))
  const { ignored, misspelled, newer } = judgeUnknown(unknown, Object.keys(shape))
  const unread = [...misplaced, ...ignored, ...misspelled.map(({ key }) => key), ...newer]
  const about = (message: string) => (key: string) => ({ path: [key], message, isKey: true })
  const refused = ignoresUnknown ? newer : [...newer, ...ignored]
  return {
    value: Object.fromEntries(Object.entries(value).filter(([key]) => !unread.includes(key))),
    ignored: ignoresUnknown ? ignored.map(about('is not a setting of this version and has no effect')) : [],
    wrong: [
      ...misplaced.map(about(foreign.message)),
      ...misspelled.map(({ key, meant }) => about(`is not a setting: did you mean ${meant}?`)(key)),
      ...refused.map(about(MAY_RESTRICT)),
    ],
  }
}

const MAY_RESTRICT =
  'is not a setting of this version, which cannot enforce it if it is a restriction: delete it, or upgrade Prentice'

/** All of it in one line. */
export const describeInvalid = ({ path, problems }: Extract<ParsedSettings, { kind: 'invalid' }>): string =>
  `${path}: ${problems.join('; ')}`

function place(
  { path, isKey, message }: Mistake,
  { locate, locateKey }: Extract<ReadYaml, { kind: 'value' }>,
): PlacedError {
  const name = path.map(shownKey).join('')
  return {
    at: isKey ? locateKey(path) : locate(path),
    message: `${name === '' ? 'the file' : name} ${message}`,
  }
}

/** A key as YAML may write it: with quotes if it has unusual characters. */
function shownKey(part: PropertyKey, index: number): string {
  if (typeof part === 'number') return `[${part}]`
  const key = String(part)
  if (/^[\w-]{1,64}$/.test(key)) return index === 0 ? key : `.${key}`
  const quoted = `"${shownText(key).replaceAll('"', '\\"')}"`
  return index === 0 ? quoted : `[${quoted}]`
}

const MAX_COUNT = 20

/** The first problems, in the order of the lines. `place` is called for those only. */
function describeProblems<T>(found: readonly T[], place: (one: T) => PlacedError): string[] {
  const placed = found.slice(0, MAX_COUNT).map(place).sort(byPosition)
  const told = [...new Set(placed.map(describe))]
  return found.length > MAX_COUNT ? [...told, `and ${found.length - MAX_COUNT} more`] : told
}

const byPosition = ({ at: a }: PlacedError, { at: b }: PlacedError): number =>
  (a?.line ?? 0) - (b?.line ?? 0) || (a?.column ?? 0) - (b?.column ?? 0)

function describe({ at, message }: PlacedError): string {
  // The YAML parser may show the place below, after a colon.
  const text = (message.split('\n', 1)[0] ?? '').replace(/[:.]$/, '')
  return at === null ? text : `line ${at.line}, column ${at.column}: ${text}`
}

export interface Mistake {
  readonly path: readonly PropertyKey[]
  /** What is allowed there: a predicate, as in "must be true or false". */
  readonly message: string
  /** The key is wrong, not its value. */
  readonly isKey: boolean
}

/** The validator's issues, one for each key or value that has to change. */
const findMistakes = (issues: readonly z.core.$ZodIssue[], above: readonly PropertyKey[] = []): Mistake[] =>
  issues.flatMap((issue) => {
    const { message } = issue
    const path = [...above, ...issue.path]
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({ path: [...path, key], message, isKey: true }))
    const meant = issue.code === 'invalid_union' ? issue.errors.find(hasTheType) : undefined
    return meant === undefined ? [{ path, message, isKey: false }] : findMistakes(meant, path)
  })

/** Of the forms that a value may have, the one whose type it has was meant. */
const hasTheType = (issues: readonly z.core.$ZodIssue[]): boolean =>
  issues.every(({ code, path }) => code !== 'invalid_type' || path.length > 0)

/**
 * A setting that restricts what a run may do gets a name that begins with one of these words, or stands in `limits` or
 * `paths`. A server from before the setting refuses it, and does not work without the restriction.
 */
const RESTRICTING = /^(allow|budget|deny|disallow|forbid|limit|max|min|no-|only|protect|require|restrict)/

const MAX_EDITS = 2

/** The settings in `limits` and `paths`, which people also write at the top of the file. */
const BELOW = Object.fromEntries(
  (['limits', 'paths'] as const).flatMap((parent) =>
    Object.keys(Settings.shape[parent].unwrap().shape).map((name) => [name, `${parent}.${name}`]),
  ),
)

/** No release is that far behind a file; and comparing keys takes time. */
const MAX_KEYS = 20
const MAX_KEY_LENGTH = 64

export interface UnknownKeys {
  /** They have no effect. */
  readonly ignored: readonly string[]
  /** Each with the setting that was probably meant. */
  readonly misspelled: readonly { readonly key: string; readonly meant: string }[]
  /** Possible restrictions of a later version. */
  readonly newer: readonly string[]
}

/**
 * Sorts the unknown keys at the top of the file. Those that are in none of the lists are mistakes. An unknown key may be a
 * setting of a later version that is safe to leave out, if it neither looks like a misspelled setting nor restricts runs.
 */
function judgeUnknown(unknown: readonly string[], settings: readonly string[]): UnknownKeys {
  if (unknown.length > MAX_KEYS) return { ignored: [], misspelled: [], newer: [] }
  const names = [...settings, ...Object.keys(BELOW)]
  const short = unknown.filter((key) => key.length <= MAX_KEY_LENGTH)
  const misspelled = short.flatMap((key) => {
    const meant = closest(nameOf(key), names)
    return distance(nameOf(key), meant) > MAX_EDITS ? [] : [{ key, meant: BELOW[meant] ?? meant }]
  })
  const others = short.filter((key) => misspelled.every((one) => one.key !== key))
  const newer = others.filter((key) => RESTRICTING.test(nameOf(key)))
  return { ignored: others.filter((key) => !newer.includes(key)), misspelled, newer }
}

const nameOf = (key: string): string => key.toLowerCase().replaceAll('_', '-')
