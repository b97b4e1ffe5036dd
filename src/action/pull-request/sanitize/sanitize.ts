import type { SecretIndex } from '../../secrets/secret-index.ts'
import { redactSecrets } from '../../secrets/secrets.ts'
import type { Hosts } from './break-links.ts'
import { neutralize, withoutHiddenCharacters } from './neutralize.ts'

/** What a text may contain on GitHub. */
export interface SanitizeOptions {
  readonly secrets: Pick<SecretIndex, 'redactKnown'>
  /** Hosts that may be linked to. */
  readonly hosts: Hosts
}

/** A text of a model or a program as it may be published: neutralized, and without secrets. */
export const sanitize = (text: string, { secrets, hosts }: SanitizeOptions): string =>
  neutralize(redactSecrets(withoutHiddenCharacters(text), secrets), hosts)
