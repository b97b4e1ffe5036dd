import { createPrivateKey, type KeyObject } from 'node:crypto'

export type ReadPrivateKey =
  | { readonly kind: 'valid'; readonly pem: string }
  | { readonly kind: 'invalid'; readonly why: string }

/** Detected in the text, because OpenSSL would ask for the passphrase on the terminal. */
const ENCRYPTED = /^(-----BEGIN ENCRYPTED PRIVATE KEY-----|Proc-Type: 4,ENCRYPTED)/m

/** Parses the private key of a GitHub App. Many secret stores keep it on one line, with `\n` for its line breaks. */
export function readPrivateKey(text: string): ReadPrivateKey {
  const pem = text.replaceAll('\\n', '\n')
  if (ENCRYPTED.test(pem)) return refuse('it is encrypted')
  const type = parse(pem)?.asymmetricKeyType
  if (type === undefined) return refuse('it contains no PEM private key')
  return type === 'rsa' ? { kind: 'valid', pem } : refuse(`it must be an RSA key, but its type is ${type}`)
}

function parse(pem: string): KeyObject | null {
  try {
    return createPrivateKey(pem)
  } catch {
    return null
  }
}

const refuse = (why: string): ReadPrivateKey => ({
  kind: 'invalid',
  why: `${why}; set it to the .pem file as GitHub generated it`,
})
