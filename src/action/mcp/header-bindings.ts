/** A variable of the step, which the workflow file sets: it names an origin, and perhaps a header for it alone. */
export interface HeaderBinding {
  readonly variable: string
  readonly origin: string
  /** `null`: the variable only permits the origin. */
  readonly header: { readonly name: string; readonly value: string } | null
}

const VARIABLE = /^PRENTICE_MCP_/

/** `https://mcp.example.com Authorization: Bearer abc` */
const FORMAT = /^(\S+)(?:\s+([!#$%&'*+.^_`|~\w-]+):[ \t]*(.*))?$/s

/** The client, or the connection, decides what these say. */
const RESERVED =
  /^(?:host|accept|connection|transfer-encoding|upgrade|te|trailer|content-.*|mcp-.*|proxy-.*)$/i

export interface HeaderBindings {
  readonly bindings: readonly HeaderBinding[]
  /** Each names a variable that is not understood, without its value. */
  readonly problems: readonly string[]
}

/** The values of headers come from here only. What the settings name gets those of its origin, and no others. Pure. */
export function readHeaderBindings(
  environment: Readonly<Record<string, string | undefined>>,
): HeaderBindings {
  const bindings: HeaderBinding[] = []
  const problems: string[] = []
  for (const [variable, given = ''] of Object.entries(environment)) {
    if (!VARIABLE.test(variable) || given.trim() === '') continue
    const read = readBinding(variable, given.trim())
    if (typeof read === 'string') problems.push(`${variable} ${read}`)
    else bindings.push(read)
  }
  return { bindings, problems }
}

function readBinding(variable: string, given: string): HeaderBinding | string {
  const [, address = '', name, value = ''] = FORMAT.exec(given) ?? []
  const origin = originOf(address)
  if (origin === null) return 'must begin with the origin that it is for, such as https://mcp.example.com'
  if (name === undefined) return { variable, origin, header: null }
  if (RESERVED.test(name)) return `must not set the header ${name}`
  const text = value.trim()
  if (/[^\t\x20-\x7e\x80-\xff]/.test(text)) return 'has a value that no header can have'
  if (/^(?:|bearer|basic|token)$/i.test(text)) return 'has a header without a value: is its secret set?'
  return { variable, origin, header: { name, value: text } }
}

/**
 * What of a variable must stay secret: the value of its header, and the part after the scheme. Where no header is understood,
 * everything but an origin counts as its value: a name that was forgotten does not make a token public. Pure.
 */
export function secretsInBinding(variable: string, value: string): string[] {
  if (!VARIABLE.test(variable)) return []
  const given = value.trim()
  const header = FORMAT.exec(given)?.[3]?.trim()
  const secret =
    header ?? (isOrigin(given) ? '' : given.replace(/^\S+\s+/, (first) => (isOrigin(first) ? '' : first)))
  return [secret, secret.split(/\s/).at(-1) ?? '']
}

const isOrigin = (text: string): boolean => originOf(text.trim()) !== null

/** `https://mcp.example.com`, without a path, a user or anything else; `null`: it is no such text. */
function originOf(address: string): string | null {
  const url = URL.parse(address)
  return url?.protocol === 'https:' && url.origin === address.replace(/\/$/, '').toLowerCase()
    ? url.origin
    : null
}
