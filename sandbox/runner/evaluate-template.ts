/** The contexts a dotted look-up starts from: inputs, secrets, vars, github. */
export type Contexts = Readonly<Record<string, unknown>>

/** Something GitHub would run and this runner does not; the message names it. */
export class NotRun extends Error {}

const EXPRESSION = /\$\{\{([\s\S]*?)\}\}/g
const LOOK_UP = /^[A-Za-z_][\w-]*(\.[A-Za-z_][\w-]*)+$/

/** Replaces each `${{ a.b }}`. As on GitHub, what is not there reads as an empty string. */
export function evaluateTemplate(template: string, contexts: Contexts): string {
  return template.replace(EXPRESSION, (whole, inner: string) => {
    const path = inner.trim()
    if (!LOOK_UP.test(path))
      throw new NotRun(`the expression ${whole}: only dotted look-ups such as inputs.run`)
    return lookUp(path.split('.'), contexts, whole)
  })
}

function lookUp([root = '', ...names]: readonly string[], contexts: Contexts, whole: string): string {
  if (!Object.hasOwn(contexts, root)) {
    throw new NotRun(
      `the expression ${whole}: only ${Object.keys(contexts).join(', ')} can be looked up here`,
    )
  }
  let value: unknown = contexts[root]
  for (const name of names) {
    if (typeof value !== 'object' || value === null) return ''
    // GitHub's contexts do not tell upper from lower case.
    const found = Object.entries(value).find(([key]) => key.toLowerCase() === name.toLowerCase())
    value = found?.[1]
  }
  if (value === undefined || value === null) return ''
  if (typeof value === 'object') throw new NotRun(`the expression ${whole}: it is not a plain value`)
  return String(value)
}

export function evaluateAll(
  values: Readonly<Record<string, string>>,
  contexts: Contexts,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, evaluateTemplate(value, contexts)]),
  )
}
