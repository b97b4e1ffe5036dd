import { redactSecrets } from '../git/scan-secrets.ts'
import { makeInert, withoutHiddenCharacters } from './make-inert.ts'

/** A text of a model or a program as it may stand on GitHub: inert, and without a secret of this run. */
export const cleanText = (text: string, secrets: readonly string[]): string =>
  makeInert(redactSecrets(withoutHiddenCharacters(text), secrets))
