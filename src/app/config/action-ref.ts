/** The action as workflow files name it: `owner/name@ref`. */
export interface ActionRef {
  /** `owner/name` */
  readonly repository: string
  /** A tag, a branch or a full commit SHA. */
  readonly ref: string
  /** The version from the comment after a SHA, such as `v1.2.3`. */
  readonly version: string | null
}

/** Where the action is published. No other file contains this. */
export const DEFAULT_ACTION_REF = 'prentice-dev/prentice@v1'

export const ACTION_REF_FORM =
  'write it as owner/name@ref, with a tag, a branch or a full commit SHA, for example owner/name@SHA # v1.2.3'

const ACTION_REF =
  /^(?<repository>[A-Za-z0-9][\w-]*\/[\w.-]+)@(?<ref>\w[\w./+-]*)(?:\s+#\s*(?<version>[\w.+-]+))?$/

/** GitHub Actions resolves full SHAs only. */
const SHORT_SHA = /^[0-9a-f]{7,39}$/i

/** Parses the value of a `uses:` line with its comment; `null` if it does not name an action in a repository. */
export function parseActionRef(text: string): ActionRef | null {
  const { repository, ref, version } = ACTION_REF.exec(text.trim())?.groups ?? {}
  if (repository === undefined || ref === undefined || SHORT_SHA.test(ref)) return null
  return { repository, ref, version: version ?? null }
}

/** The all-zero SHA is the placeholder of the templates. */
export const isFullSha = (ref: string): boolean => /^(?!0{40})[0-9a-f]{40}$/i.test(ref)

/** The value of a `uses:` line. */
export const usesLineOf = ({ repository, ref, version }: ActionRef): string =>
  `${repository}@${ref}${version === null ? '' : ` # ${version}`}`
