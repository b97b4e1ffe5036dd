import type { App } from './account.ts'

/** What a code of the manifest flow stands for: an app that exists, and the key that only its conversion shows. */
export interface ManifestCode {
  readonly app: App
  readonly privateKeyPem: string
  readonly expiresAt: Date
}
