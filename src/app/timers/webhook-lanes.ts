import { keySpace } from '../store/key-space.ts'
import type { Entry } from '../store/store.ts'
import type { Lane } from './lane.ts'

export interface WebhookLaneDeps {
  /** Deletes the entry. */
  readonly fanOut: (accountId: number, entry: Entry) => Promise<void>
  /** Moves or deletes the entry. */
  readonly sendDue: (
    place: { readonly accountId: number; readonly webhook: string },
    entry: Entry,
  ) => Promise<void>
}

/** Outgoing webhooks; the account stands where other queues have the project. */
export const webhookLanes = ({ fanOut, sendDue }: WebhookLaneDeps): readonly Lane[] => [
  {
    queue: keySpace.outbox(),
    concurrency: 16,
    // The events of an account one after the other, so that they keep their order.
    concurrencyPerProject: 1,
    handlers: { event: ({ project }, entry) => fanOut(Number(project), entry) },
  },
  {
    queue: keySpace.sending(),
    // A place is taken for 10 s at most, and by one account never more than four.
    concurrency: 64,
    concurrencyPerProject: 4,
    handlers: {
      webhook: ({ project, id }, entry) => sendDue({ accountId: Number(project), webhook: id }, entry),
    },
  },
]
