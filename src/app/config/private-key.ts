import { createPrivateKey, type KeyObject } from 'node:crypto'

export type ReadPrivateKey =
  | { readonly kind: 'valid'; readonly pem: string }
  | { readonly kind: 'invalid'; readonly why: string }

/** Looked for in the text, because OpenSSL asks the terminal for the passphrase of such a key. */
const ENCRYPTED = /^(-----BEGIN ENCRYPTED PRIVATE KEY-----|Proc-Type: 4,ENCRYPTED)/m

/** The private key of a GitHub App. Many secret stores keep it in one line, with `\n` for its line breaks. */
export function readPrivateKey(text: string): ReadPrivateKey {
  const pem = text.replaceAll('\\n', '\n')
  if (ENCRYPTED.test(pem)) return refuse('it is encrypted')
  const type = parse(pem)?.asymmetricKeyType
  if (type === undefined) return refuse('it does not hold a PEM private key')
  return type === 'rsa' ? { kind: 'valid', pem } : refuse(`it is no RSA key but ${type}`)
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
