/** What this run knows and must never print, tell or publish. */
export interface Secrets {
  readonly values: readonly string[]
  /** Takes in one more and has the runner mask it. */
  add(secret: string): void
  /** The text without any of them. */
  scrub(text: string): string
}

/** `mask` tells the runner to blank the text out of the log. */
export function openSecrets(known: readonly string[], mask: (secret: string) => void): Secrets {
  const values = new Set<string>()
  const add = (secret: string): void => {
    if (secret === '' || values.has(secret)) return
    values.add(secret)
    for (const form of formsOf(secret)) mask(form)
  }
  for (const secret of known) add(secret)
  return {
    get values() {
      return [...values]
    },
    add,
    scrub(text) {
      const forms = [...values].flatMap(formsOf).toSorted((a, b) => b.length - a.length)
      return forms.reduce((clean, form) => clean.replaceAll(form, '***'), text)
    },
  }
}

/** The value, its base64, and the base64 that `Authorization: basic` carries for git. */
function formsOf(secret: string): string[] {
  return [secret, base64(secret), base64(`x-access-token:${secret}`)]
}

const base64 = (text: string): string => Buffer.from(text).toString('base64')
