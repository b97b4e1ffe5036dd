/** What a program sets when it creates a client. */
export interface ClientOptions {
  /** Address of the server, for example `https://prentice.example.com`. */
  readonly url: string
  /** An API key, `prn_…`. Keep it on servers; never ship it to a browser or a device. */
  readonly apiKey: string
  /** Attempts after the first one. Default: 5. */
  readonly retries?: number
  /** The longest `Retry-After` that the client waits for, in seconds. Default: 60. */
  readonly maxRetryAfter?: number
  /** Time for the response to one attempt, in ms. Default: 60,000. */
  readonly timeoutMs?: number
  /** First wait between attempts, in ms. Each further one is twice as long, up to 20 s. Default: 500. */
  readonly firstWaitMs?: number
  /** Also sends the key to other machines over plain http. Only for networks that nobody else can read. */
  readonly allowHttp?: boolean
  /** Sends the requests. Default: the `fetch` of the platform. */
  readonly fetch?: typeof fetch
  /** Sent as `User-Agent`. */
  readonly userAgent?: string
}

export interface Settings extends Required<Omit<ClientOptions, 'url' | 'allowHttp'>> {
  /** Without a slash at its end. */
  readonly baseUrl: string
}

export function readSettings(options: ClientOptions): Settings {
  const { retries = 5, maxRetryAfter = 60, timeoutMs = 60_000, firstWaitMs = 500 } = options
  // Files and secret stores add a line break.
  const apiKey = options.apiKey.trim()
  const why = whyNoKey(apiKey)
  if (why !== null) throw new TypeError(`\`apiKey\` ${why}`)
  return {
    baseUrl: readBaseUrl(options.url, options.allowHttp ?? false),
    apiKey,
    retries,
    maxRetryAfter,
    timeoutMs,
    firstWaitMs,
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
    userAgent: options.userAgent ?? 'prentice-client',
  }
}

/** Why a text cannot be sent as an API key; `null`: it can. Anything else would fail in `fetch`, with a message that contains it. */
export function whyNoKey(text: string): string | null {
  const form = 'must be an API key alone, prn_…'
  if (text === '') return `is empty: it ${form}`
  if (/\s/.test(text)) return `has white space within it: it ${form}`
  if (/^(["'`]).*\1$/.test(text)) return `is in quotes: it ${form}`
  return /^[\x21-\x7e]+$/.test(text) ? null : `has characters that no key has: it ${form}`
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** Throws a TypeError if a key may not be sent to this address. */
export function readBaseUrl(url: string, allowHttp: boolean): string {
  if (!URL.canParse(url)) throw new TypeError(`\`url\` ${JSON.stringify(url)} is not a URL: write https://…`)
  const { protocol, hostname, username, password, origin, pathname, search, hash } = new URL(url)
  if (protocol !== 'https:' && protocol !== 'http:') throw new TypeError('`url` must begin with https://')
  if (username !== '' || password !== '') throw new TypeError('`url` must not contain a user or a password')
  if (search !== '' || hash !== '') throw new TypeError('`url` must not contain `?` or `#`')
  if (protocol === 'http:' && !allowHttp && !LOOPBACK.test(hostname))
    throw new TypeError(
      `\`url\` is ${origin}: use https, because the API key would be readable on its way there`,
    )
  return origin + pathname.replace(/\/+$/, '')
}
