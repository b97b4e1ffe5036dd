import type { AppCredentials, NewCredentialsFile } from '../../config/credentials-file.ts'
import type { SetupConfig } from '../../config/read-start.ts'
import type { Conversion } from '../../github/rest/convert-manifest.ts'
import type { SetupGate } from './setup-gate.ts'

export interface SetupDeps {
  readonly setup: SetupConfig
  readonly gate: SetupGate
  readonly randomBytes: (size: number) => Buffer
  readonly convert: (code: string) => Promise<Conversion>
  readonly whyNotWritable: (path: string) => Promise<string | null>
  readonly openFile: (path: string) => Promise<NewCredentialsFile>
  /** Called when the last page was sent. `isDelivered`: the browser has all of it. */
  readonly onRegistered: (credentials: AppCredentials, isDelivered: boolean) => void
}
