import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Encrypts tokens for the store. AES-256-GCM with a new nonce each time, `nonce.tag.text` in base64url. */
export interface TokenCipher {
  encrypt(token: string): string
  /** Throws if the token was encrypted with another key, or was modified. */
  decrypt(encrypted: string): string
}

/**
 * `secret` is the private key of the App, whose holder can mint tokens anyway. What is encrypted for one purpose cannot be
 * read for another.
 */
export function createTokenCipher(
  secret: string,
  purpose: 'push token' | 'session' | 'webhook secret' = 'push token',
): TokenCipher {
  const key = Buffer.from(hkdfSync('sha256', secret, '', `prentice ${purpose}`, 32))
  return {
    encrypt(token) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      const text = Buffer.concat([cipher.update(token, 'utf8'), cipher.final()])
      return [nonce, cipher.getAuthTag(), text].map((part) => part.toString('base64url')).join('.')
    },
    decrypt(encrypted) {
      const [nonce, tag, text] = encrypted.split('.').map((part) => Buffer.from(part, 'base64url'))
      if (nonce === undefined || tag === undefined || text === undefined)
        throw new Error('not an encrypted token')
      const decipher = createDecipheriv('aes-256-gcm', key, nonce)
      decipher.setAuthTag(tag)
      return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8')
    },
  }
}
