import { COMMAND_LINE, type KeyRecord, keyStatus } from '../../../keys/key-record.ts'
import { duration, when } from '../frame/formats.ts'
import { type Html, html } from '../frame/html.ts'
import { icon } from '../frame/icon.ts'
import type { View } from '../frame/view.ts'

export const scopesText = ({ scopes }: Pick<KeyRecord, 'scopes'>): string => {
  if (scopes.includes('admin')) return 'Read, write and manage webhooks'
  return scopes.includes('write') ? 'Read and write' : 'Read only'
}

export const creatorText = ({ createdBy }: Pick<KeyRecord, 'createdBy'>): string => {
  return createdBy === COMMAND_LINE ? 'on the command line' : `by ${createdBy}`
}

const DAY_MS = 86_400_000

/** When the key ends, or that it has. */
export function expiryBadge(view: View, key: KeyRecord): Html {
  switch (keyStatus(key, view.now)) {
    case 'revoked':
      return html`<span class="badge badge-danger">${icon('x-circle')}Revoked</span>`
    case 'expired':
      return html`<span class="badge badge-danger">${icon('clock')}${key.rotatedTo === null ? 'Expired' : 'Replaced'}</span>`
    case 'expires soon': {
      const left = Math.max(0, Date.parse(key.expiresAt ?? '') - view.now)
      const shown = left < DAY_MS ? left : Math.ceil(left / DAY_MS) * DAY_MS
      return html`<span class="badge badge-attention">${icon('alert')}Expires in ${duration(view, shown)}</span>`
    }
    case 'valid':
      return key.expiresAt === null
        ? html`<span class="badge">Does not expire</span>`
        : when(view, Date.parse(key.expiresAt))
  }
}
