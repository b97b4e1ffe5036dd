import type { SecretIndex } from '../../secrets/secret-index.ts'
import { redactSecrets } from '../../secrets/secrets.ts'
import type { Hosts } from './break-links.ts'
import { neutralize, withoutHiddenCharacters } from './neutralize.ts'

/** What decides how a text may stand on GitHub. */
export interface SanitizeOptions {
  readonly secrets: Pick<SecretIndex, 'redact'>
  /** Hosts that may be linked to. */
  readonly hosts: Hosts
}

/** A text of a model or a program as it may stand on GitHub: inert, and without a secret of this run. */
export const sanitize = (text: string, { secrets, hosts }: SanitizeOptions): string =>
  neutralize(redactSecrets(withoutHiddenCharacters(text), secrets), hosts)
