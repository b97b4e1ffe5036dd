import { generateKeyPairSync } from 'node:crypto'

/** As GitHub hands out the key of an App. */
export function makePrivateKey(): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return privateKey.export({ type: 'pkcs1', format: 'pem' }).toString()
}
