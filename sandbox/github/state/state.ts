import type { ChildProcess } from 'node:child_process'
import type { CryptoKey, JWK } from 'jose'
import type { SealingKey } from '../secrets/open-sealed-box.ts'
import type { Account, App, Installation } from './account.ts'
import type { Attachment, SignedAttachment } from './attachment.ts'
import type { TokenCredential } from './credential.ts'
import type { Fault, FaultSchedule, PendingHold } from './fault-schedule.ts'
import type { ManifestCode } from './manifest-code.ts'
import type { QueuedRun } from './queued-run.ts'
import type { Repository } from './repository.ts'
import type { RefreshToken, SignInCode } from './sign-in.ts'
import type { Delivery, RequestRecord } from './traffic.ts'

export type Dialect = 'github' | 'enterprise'

/** Everything the parts of one GitHub share. Each part takes it as its first argument. */
export interface GithubState {
  readonly dialect: Dialect
  readonly directory: string
  readonly urls: { readonly server: string; readonly api: string; readonly oidc: string }
  readonly now: () => Date
  readonly log: (line: string) => void
  readonly nextId: () => number
  readonly signing: { readonly privateKey: CryptoKey; readonly publicJwk: JWK; readonly kid: string }
  /** With it, clients seal the secrets of Actions. */
  readonly sealing: SealingKey & { readonly id: string }
  readonly accounts: Account[]
  readonly repositories: Map<number, Repository>
  readonly apps: App[]
  /** Ids of the members, by `organisation/team`. */
  readonly teams: Map<string, ReadonlySet<number>>
  /** Codes of the manifest flow that nobody has converted yet. */
  readonly manifestCodes: Map<string, ManifestCode>
  /** Codes with which people come back from their sign-in to an app, until they are exchanged. */
  readonly signInCodes: Map<string, SignInCode>
  readonly refreshTokens: Map<string, RefreshToken>
  /** By their uuid, and those with a signed address by its token. */
  readonly attachments: Map<string, Attachment>
  readonly signedAttachments: Map<string, SignedAttachment>
  readonly installations: Map<number, Installation>
  readonly tokens: Map<string, TokenCredential>
  readonly requests: RequestRecord[]
  readonly deliveries: Delivery[]
  readonly pendingDeliveries: Set<Promise<void>>
  readonly children: Set<ChildProcess>
  readonly closing: AbortController
  readonly onQueuedRun: ((run: QueuedRun) => void)[]
  readonly orderedFaults: Fault[]
  readonly holds: Set<PendingHold>
  readonly faultSchedule: FaultSchedule
}
