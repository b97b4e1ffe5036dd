import type { Account } from './account.ts'
import type { Repository } from './repository.ts'

/** A file that somebody attached to a text of a repository. */
export interface Attachment {
  readonly id: number
  readonly uuid: string
  readonly repository: Repository
  readonly bytes: Uint8Array
  /** Its media type. */
  readonly type: string
  readonly author: Account
}

/** An address with which anybody can read an attachment, for some minutes. */
export interface SignedAttachment {
  readonly attachment: Attachment
  /** Epoch milliseconds. */
  readonly until: number
}
