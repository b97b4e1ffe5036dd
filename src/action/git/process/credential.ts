import type { Setting } from './hardened-config.ts'

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Settings that let one command authenticate to the origin of the remote and nowhere else: git
 * calls no credential helper, and follows no redirect (hardened-config.ts). GitHub accepts an installation token as the password of `x-access-token`.
 */
export function credentialSettings(remote: string, token: string): readonly Setting[] {
  const { protocol, hostname, origin } = new URL(remote)
  if (protocol !== 'https:' && !(protocol === 'http:' && LOOPBACK.has(hostname))) {
    throw new Error(`the remote ${origin} is not https: a token is sent over https only (or to loopback)`)
  }
  return [
    [`http.${origin}/.extraheader`, `AUTHORIZATION: basic ${basic(token)}`],
    ['http.sslVerify', 'true'],
    // Ends a stalled transfer after a minute.
    ['http.lowSpeedLimit', '1000'],
    ['http.lowSpeedTime', '60'],
    ['credential.helper', ''],
  ]
}

/** The text without the token, in both forms in which git has it. */
export function redactToken(text: string, token: string): string {
  if (token === '') return text
  return text.replaceAll(basic(token), '***').replaceAll(token, '***')
}

function basic(token: string): string {
  return Buffer.from(`x-access-token:${token}`).toString('base64')
}
