import { APICallError } from 'ai'

/** What a provider or a gateway says about a call that failed. */
export interface ProviderError {
  /** `null`: none, as in an error within a stream. */
  readonly status: number | null
  /** Codes, types and reasons in lower case, as the provider names them. */
  readonly codes: ReadonlySet<string>
  /** Without words of the request. */
  readonly message: string
}

/**
 * Reads an error of the SDK, or an error within a stream, which is an object or a string as the provider sent it. Each
 * provider puts its message in another field; the SDK knows one and otherwise has only the words for the status. Pure.
 */
export function readProviderError(error: unknown): ProviderError {
  const found: Found = { messages: [], codes: new Set(), status: null }
  if (!APICallError.isInstance(error)) {
    if (error instanceof Error) found.messages.push(error.message || error.name)
    else collect(error, found, 0)
    return { status: found.status, codes: found.codes, message: join(found.messages) || 'an unnamed error' }
  }
  const { statusCode, responseBody = '', responseHeaders = {}, requestBodyValues } = error
  const isRefusal = statusCode === undefined || statusCode >= 400
  if (isRefusal) collect(readable(responseBody), found, 0)
  // https://docs.aws.amazon.com/bedrock/latest/APIReference/CommonErrors.html
  addCode(responseHeaders['x-amzn-errortype']?.split(':')[0], found)
  const words = (messages: readonly string[]) => join(withoutEchoes(messages, requestBodyValues))
  return {
    // A 200 with an unreadable body has a status too. Naming it would mislead.
    status: isRefusal ? (statusCode ?? null) : null,
    codes: found.codes,
    message: words(found.messages) || words([error.message]),
  }
}

interface Found {
  readonly messages: string[]
  readonly codes: Set<string>
  status: number | null
}

/** OpenAI, Anthropic, Google, FastAPI, AWS, LiteLLM, in this order for one object. */
const TEXTS = ['error', 'message', 'msg', 'detail', 'errors', 'Message', 'error_description', 'fault']
const CODES = ['code', 'type', 'status', 'error_code', 'error_type', 'reason', '__type']
const MOST_LEVELS = 6
const MOST_ENTRIES = 5
const MOST_LENGTH = 4000

/** Other fields are not read: `input` of FastAPI and `flagged_input` of OpenRouter quote the request. */
function collect(value: unknown, found: Found, level: number): void {
  if (level > MOST_LEVELS) return
  if (typeof value === 'string') {
    const inner = parsed(value)
    if (inner === null) found.messages.push(value)
    else collect(inner, found, level + 1)
    return
  }
  if (Array.isArray(value)) {
    for (const entry of value.slice(0, MOST_ENTRIES)) collect(entry, found, level + 1)
    return
  }
  if (typeof value !== 'object' || value === null) return
  const fields = value as Readonly<Record<string, unknown>>
  for (const name of CODES) addCode(fields[name], found)
  if (Array.isArray(fields.details)) {
    for (const entry of fields.details.slice(0, MOST_ENTRIES)) addCode(Object(entry).reason, found)
  }
  addCode(Object(fields.innererror).code, found)
  const raw = readRaw(fields.metadata) ?? Object(fields.value).error_message
  if (raw !== null && raw !== undefined) {
    collect(raw, found, level + 1)
    return
  }
  const before = found.messages.length
  for (const name of TEXTS) {
    if (fields[name] !== undefined) collect(fields[name], found, level + 1)
    if (found.messages.length > before) return
  }
}

/** OpenRouter's own message is "Provider returned error": https://openrouter.ai/docs/api-reference/errors */
function readRaw(metadata: unknown): unknown {
  const { raw } = Object(metadata)
  return (typeof raw === 'string' && raw.trim() !== '') || (typeof raw === 'object' && raw) ? raw : null
}

function addCode(value: unknown, found: Found): void {
  const status = Number(value)
  if (status >= 400 && status < 600) found.status ??= status
  if ((typeof value === 'string' || typeof value === 'number') && String(value).length <= 100) {
    found.codes.add(String(value).toLowerCase())
  }
}

function parsed(text: string): object | null {
  if (!/^\s*[{[]/.test(text)) return null
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** A proxy answers with a page, of which the title says enough. */
function readable(body: string): string {
  if (!/^\s*</.test(body)) return body
  return /<title[^<>]*>([^<]{1,300})/i.exec(body.slice(0, 20_000))?.[1] ?? ''
}

const join = (messages: readonly string[]): string =>
  messages
    .map((text) => text.slice(0, MOST_LENGTH).replaceAll(/\s+/g, ' ').trim())
    .filter((text) => text !== '')
    .join('; ')
    .slice(0, MOST_LENGTH)

/**
 * A provider that refuses a request often quotes it, and a file may say anything, "maximum context length" included. What
 * a message quotes of the request and each of its sentences that the request contains is left out.
 */
function withoutEchoes(messages: readonly string[], request: unknown): string[] {
  const sent = JSON.stringify(request) ?? ''
  // Each question reads the whole request.
  let questions = 40
  const isSent = (text: string) => questions-- <= 0 || sent.includes(JSON.stringify(text).slice(1, -1))
  const isSentSentence = (text: string) => {
    const sentence = text.trim().replace(/[.:;!?]$/, '')
    return sentence.length >= 20 && isSent(sentence)
  }
  return messages.map((message) =>
    message
      .slice(0, MOST_LENGTH)
      .replaceAll(/"[^"]{8,}"|'[^']{8,}'|`[^`]{8,}`/g, (quoted) =>
        isSent(quoted.slice(1, -1).replace(/(?:…|\.{3})$/, '')) ? '…' : quoted,
      )
      .split(/(?<=[:;.!?])(?=\s)/)
      .map((sentence) => (isSentSentence(sentence) ? ' …' : sentence))
      .join(''),
  )
}
