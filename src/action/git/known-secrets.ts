/** Shorter ones would be found everywhere. */
const MIN_LENGTH = 8

/**
 * The texts in which a secret of this run could lie in a file: as it is, line by line, and in base64 (of either
 * alphabet, at each of the three offsets at which it can begin), hexadecimal and percent encoding.
 */
export function secretForms(secrets: readonly string[]): readonly string[] {
  const forms = new Set<string>()
  for (const secret of secrets) {
    for (const part of [secret.trim(), ...secret.split(/\r?\n/).map((line) => line.trim())]) {
      if (part.length < MIN_LENGTH) continue
      for (const form of formsOf(part)) forms.add(form)
    }
  }
  return [...forms].sort((a, b) => b.length - a.length)
}

function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret)
  const base64 = [0, 1, 2].map((offset) => base64At(bytes, offset))
  const hex = bytes.toString('hex')
  return [
    secret,
    encodeURIComponent(secret),
    ...base64,
    ...base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_')),
    hex,
    hex.toUpperCase(),
  ]
}

/** The characters that stay the same whatever stands before and after the bytes. */
function base64At(bytes: Buffer, offset: number): string {
  const whole = Buffer.concat([Buffer.alloc(offset), bytes])
    .toString('base64')
    .replace(/=+$/, '')
  const firstOwn = Math.ceil((offset * 8) / 6)
  const lastOwn = Math.floor(((offset + bytes.length) * 8) / 6)
  return whole.slice(firstOwn, lastOwn)
}
