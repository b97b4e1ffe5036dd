import type { KnownSecrets } from '../git/known-secrets.ts'
import { redactSecrets } from '../git/scan-secrets.ts'
import type { Hosts } from './break-links.ts'
import { makeInert, withoutHiddenCharacters } from './make-inert.ts'

/** What decides how a text may stand on GitHub. */
export interface Cleaning {
  readonly secrets: Pick<KnownSecrets, 'redact'>
  /** Hosts that may be linked to. */
  readonly hosts: Hosts
}

/** A text of a model or a program as it may stand on GitHub: inert, and without a secret of this run. */
export const cleanText = (text: string, { secrets, hosts }: Cleaning): string =>
  makeInert(redactSecrets(withoutHiddenCharacters(text), secrets), hosts)
