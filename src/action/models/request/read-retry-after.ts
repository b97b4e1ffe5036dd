import type { APICallError } from 'ai'

/** Milliseconds until the provider answers again, as it says; 0: it does not say. `now`: milliseconds since 1970. Pure. */
export function readRetryAfter(
  { responseHeaders = {}, responseBody = '' }: Pick<APICallError, 'responseHeaders' | 'responseBody'>,
  now: number,
): number {
  // Google's `retryDelay` is seconds even if the quota of the day is spent.
  if (PER_DAY.test(responseBody)) return untilMidnight(now)
  const milliseconds = Number.parseFloat(responseHeaders['retry-after-ms'] ?? '')
  if (milliseconds > 0) return milliseconds
  // Google has it in the body, as in `"retryDelay": "12s"`.
  const [, delay] = /"retryDelay":\s*"([\d.]+)s"/.exec(responseBody) ?? []
  const retryAfter = responseHeaders['retry-after'] ?? delay
  if (retryAfter === undefined) {
    return readPause(responseBody, now) || readReset(responseBody, now) || untilReset(responseHeaders, now)
  }
  const seconds = Number(retryAfter)
  if (!Number.isNaN(seconds)) return Math.max(0, seconds * 1000)
  // https://www.rfc-editor.org/rfc/rfc9110#field.retry-after has a date as its other form.
  return until(retryAfter, now)
}

/**
 * OpenAI has it in its message, as in "Please try again in 1.898s"; also 20ms, 6m0s, 1h2m3s. Anthropic writes "You will
 * regain access on 2026-12-01 at 00:00 UTC." Pure.
 */
export function readPause(words: string, now: number): number {
  const [, date, time = '00:00'] =
    /regain access on (\d{4}-\d\d-\d\d)(?: at (\d\d:\d\d) UTC)?/i.exec(words) ?? []
  if (date !== undefined) return until(`${date}T${time}Z`, now)
  const [, amounts = ''] = /try again in ((?:[\d.]+(?:ms|h|m|s))+)/i.exec(words) ?? []
  return readDuration(amounts)
}

/** ChatGPT's plans name seconds, OpenRouter the time in milliseconds: https://openrouter.ai/docs/api-reference/limits */
function readReset(body: string, now: number): number {
  const [, seconds] = /"resets_in_seconds":\s*(\d{1,9})/.exec(body) ?? []
  if (seconds !== undefined) return Number(seconds) * 1000
  const [, at] = /"X-RateLimit-Reset":\s*"?(\d{13})/.exec(body) ?? []
  return at === undefined ? 0 : Math.max(0, Number(at) - now)
}

function readDuration(amounts: string): number {
  return [...amounts.matchAll(/(?<![\d.])([\d.]+)(ms|d|h|m|s)/gi)]
    .map(([, amount, unit = '']) => Number(amount) * (UNITS[unit.toLowerCase()] ?? 0))
    .reduce((sum, milliseconds) => sum + (Number.isNaN(milliseconds) ? 0 : milliseconds), 0)
}

const UNITS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
}

/**
 * Each kind of limit has a pair of headers: how much is left, and when there is more. Anthropic names a time
 * (https://docs.claude.com/en/api/rate-limits#response-headers), OpenAI a duration
 * (https://platform.openai.com/docs/guides/rate-limits#rate-limits-in-headers).
 */
function untilReset(headers: Readonly<Record<string, string>>, now: number): number {
  const waits = Object.entries(headers).map(([name, value]) => {
    const anthropic = /^(anthropic-ratelimit-.+)-reset$/.exec(name)
    const openai = /^x-ratelimit-reset-(.+)$/.exec(name)
    const left = anthropic
      ? `${anthropic[1]}-remaining`
      : openai
        ? `x-ratelimit-remaining-${openai[1]}`
        : null
    if (left === null || headers[left] !== '0') return 0
    return anthropic ? until(value, now) : readDuration(value)
  })
  return Math.max(0, ...waits)
}

function until(date: string, now: number): number {
  const at = Date.parse(date)
  return Number.isNaN(at) ? 0 : Math.max(0, at - now)
}

const PER_DAY = /"quotaId":\s*"[^"]*PerDay/

/** Google's quotas of a day begin anew at midnight in its own time zone: https://ai.google.dev/gemini-api/docs/rate-limits */
function untilMidnight(now: number): number {
  const clock = new Intl.DateTimeFormat('en', {
    timeZone: 'America/Los_Angeles',
    hourCycle: 'h23',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  const [hour = 0, minute = 0, second = 0] = clock
    .formatToParts(now)
    .filter(({ type }) => type !== 'literal')
    .map(({ value }) => Number(value))
  return 86_400_000 - ((hour * 60 + minute) * 60 + second) * 1000
}
