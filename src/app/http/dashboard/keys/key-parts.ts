import { COMMAND_LINE, type KeyRecord, keyStatus } from '../../../keys/key-record.ts'
import { duration, when } from '../frame/formats.ts'
import { type Html, html } from '../frame/html.ts'
import { icon } from '../frame/icon.ts'
import type { View } from '../frame/view.ts'
import { KEYS_WORDS } from './keys-words.ts'

export const scopesText = (view: View, { scopes }: Pick<KeyRecord, 'scopes'>): string => {
  const words = view.say(KEYS_WORDS)
  if (scopes.includes('admin')) return words.readWriteAdmin
  return scopes.includes('write') ? words.readWrite : words.readOnly
}

export const creatorText = (view: View, { createdBy }: Pick<KeyRecord, 'createdBy'>): string => {
  const words = view.say(KEYS_WORDS)
  return createdBy === COMMAND_LINE ? words.onCommandLine : `${words.by} ${createdBy}`
}

const DAY_MS = 86_400_000

/** When the key ends, or that it has. */
export function expiryBadge(view: View, key: KeyRecord): Html {
  const words = view.say(KEYS_WORDS)
  switch (keyStatus(key, view.now)) {
    case 'revoked':
      return html`<span class="badge badge-danger">${icon('x-circle')}${words.revoked}</span>`
    case 'expired':
      return html`<span class="badge badge-danger">${icon('clock')}${key.rotatedTo === null ? words.expired : words.replaced}</span>`
    case 'expires soon': {
      const left = Math.max(0, Date.parse(key.expiresAt ?? '') - view.now)
      const shown = left < DAY_MS ? left : Math.ceil(left / DAY_MS) * DAY_MS
      return html`<span class="badge badge-attention">${icon('alert')}${words.expiresSoon(duration(view, shown))}</span>`
    }
    case 'valid':
      return key.expiresAt === null
        ? html`<span class="badge">${words.neverExpires}</span>`
        : when(view, Date.parse(key.expiresAt))
  }
}
