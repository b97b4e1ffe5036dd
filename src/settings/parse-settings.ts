import { describeProblems } from './describe-problems.ts'
import { findMistakes, type Mistake } from './find-mistakes.ts'
import { type PlacedError, type ReadYaml, readYaml } from './read-yaml.ts'
import { Settings } from './schema.ts'
import { SETTINGS_LIMIT, type SettingsFile } from './settings-files.ts'
import { findIgnored } from './unknown-keys.ts'

export type ParsedSettings =
  /** Each warning names a key that has no effect, with its line. */
  | { readonly kind: 'valid'; readonly settings: Settings; readonly warnings: readonly string[] }
  /** Every mistake, each with its line and what is allowed. */
  | { readonly kind: 'invalid'; readonly path: string; readonly problems: readonly string[] }

/** The settings in the one of the files that exists; none at all is an empty file. */
export function parseSettings(files: readonly SettingsFile[]): ParsedSettings {
  const [file, other] = files
  if (file === undefined) return { kind: 'valid', settings: {}, warnings: [] }
  const { path, text } = file
  const invalid = (problems: readonly string[]): ParsedSettings => ({ kind: 'invalid', path, problems })
  if (other !== undefined) return invalid([`${other.path} exists too: delete one of the two`])
  if (text === null || Buffer.byteLength(text) > SETTINGS_LIMIT)
    return invalid(['the file is larger than 64 KiB'])
  const yaml = readYaml(text)
  if (yaml.kind === 'malformed') return invalid(describeProblems(yaml.errors, (error) => error))
  const { value, ignored } = withoutIgnored(yaml.value ?? {})
  const { errors } = yaml
  const parsed = Settings.safeParse(errors.length > 0 ? withChecks(value) : value)
  const describe = (found: readonly (PlacedError | Mistake)[]) =>
    describeProblems(found, (one) => ('path' in one ? place(one, yaml) : one))
  const mistakes = parsed.success ? [] : findMistakes(parsed.error.issues)
  if (!parsed.success || errors.length > 0) return invalid(describe([...errors, ...mistakes]))
  return { kind: 'valid', settings: parsed.data, warnings: describe(ignored) }
}

/** The part of a file that cannot be read may hold the checks, without which some settings have no effect. */
const withChecks = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? { checks: ['true'], ...value } : value

function withoutIgnored(value: unknown): { value: unknown; ignored: Mistake[] } {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { value, ignored: [] }
  const unknown = Object.keys(value).filter((key) => !Object.hasOwn(Settings.shape, key))
  const keys = findIgnored(unknown)
  const message = 'is not a setting of this version and has no effect'
  return {
    value: Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key))),
    ignored: keys.map((key) => ({ path: [key], message, isKey: true })),
  }
}

/** All of it in one line. */
export const describeInvalid = ({ path, problems }: Extract<ParsedSettings, { kind: 'invalid' }>): string =>
  `${path}: ${problems.join('; ')}`

function place(
  { path, isKey, message }: Mistake,
  { locate, locateKey }: Extract<ReadYaml, { kind: 'value' }>,
): PlacedError {
  const name = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('')
  return {
    at: isKey ? locateKey(path) : locate(path),
    message: `${name === '' ? 'the file' : name.replace(/^\./, '')} ${message}`,
  }
}
