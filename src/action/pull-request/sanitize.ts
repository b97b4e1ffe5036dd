import { neutralize, withoutHiddenCharacters } from '../../sanitize/neutralize.ts'
import type { SecretIndex } from '../secrets/secret-index.ts'
import { redactSecrets } from '../secrets/secrets.ts'

/** What a text may contain on GitHub. */
export interface SanitizeOptions {
  readonly secrets: Pick<SecretIndex, 'redactKnown'>
  /** The repository that may be linked to: `https://github.com/owner/name`. */
  readonly repositoryUrl: string
}

/** A text of a model or a program as it may be published: neutralized, and without secrets. */
export const sanitize = (text: string, { secrets, repositoryUrl }: SanitizeOptions): string =>
  neutralize(redactSecrets(withoutHiddenCharacters(text), secrets), repositoryUrl)
