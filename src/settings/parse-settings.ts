import { describeProblems, type Problem } from './describe-problems.ts'
import { findMistakes, type Mistake } from './find-mistakes.ts'
import { type ReadYaml, readYaml } from './read-yaml.ts'
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
  const parsed = Settings.safeParse(value)
  const describe = (found: readonly Mistake[]) => describeProblems(found, (mistake) => place(mistake, yaml))
  if (!parsed.success) return invalid(describe(findMistakes(parsed.error.issues)))
  return { kind: 'valid', settings: parsed.data, warnings: describe(ignored) }
}

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
): Problem {
  const name = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('')
  return {
    at: isKey ? locateKey(path) : locate(path),
    message: `${name === '' ? 'the file' : name.replace(/^\./, '')} ${message}`,
  }
}
