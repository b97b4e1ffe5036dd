import { keySpace } from '../store/key-space.ts'
import type { Commit, Store } from '../store/store.ts'
import { parseState, type WebhookState } from './delivery-record.ts'

export interface Place {
  readonly accountId: number
  readonly webhook: string
}

export interface StoredState {
  readonly raw: string | null
  readonly state: WebhookState
}

export async function readState(store: Pick<Store, 'get'>, { webhook }: Place): Promise<StoredState> {
  const raw = await store.get(keySpace.webhookState(webhook))
  return { raw: raw ?? null, state: parseState(raw) }
}

/**
 * Changes the state of a webhook and its place in the queue together. Every change of its deliveries goes with one, so
 * that what is added while others are sent is not overlooked.
 */
export function changeState(
  { accountId, webhook }: Place,
  { raw, state }: StoredState,
  changes: Partial<Omit<WebhookState, 'rev'>>,
): Commit {
  const key = keySpace.webhookState(webhook)
  const next: WebhookState = { ...state, ...changes, rev: state.rev + 1 }
  const place = (at: number) => keySpace.sendWebhook(accountId, webhook, at)
  const isMoved = next.scheduledAt !== state.scheduledAt
  return {
    checks: [{ key, value: raw }],
    set: [
      { key, value: JSON.stringify(next) },
      ...(isMoved && next.scheduledAt !== null ? [{ key: place(next.scheduledAt), value: '' }] : []),
    ],
    del: isMoved && state.scheduledAt !== null ? [place(state.scheduledAt)] : [],
  }
}
