import { type Html, html } from './html.ts'
import type { View } from './view.ts'

type Locale = Pick<View, 'locale'>

const iso = (ms: number): string => new Date(ms).toISOString()

/** A time, as an age or a distance in the reader's words; without JavaScript in UTC. */
export const when = (view: Locale, ms: number): Html =>
  html`<relative-time datetime="${iso(ms)}" lang="${view.locale}">${iso(ms).slice(0, 16).replace('T', ' ')} UTC</relative-time>`

const HALF_DAY_MS = 12 * 3_600_000

/** A time soon, as the clock of the reader shows it, with the day if it is further away; without JavaScript in UTC. */
export const clockTime = (view: Pick<View, 'locale' | 'now'>, ms: number): Html => {
  const isFar = Math.abs(ms - view.now) > HALF_DAY_MS
  const day = isFar ? html` month="short" day="numeric"` : html` month="" day=""`
  const text = isFar ? iso(ms).slice(0, 16).replace('T', ' ') : iso(ms).slice(11, 16)
  return html`<relative-time format="datetime" datetime="${iso(ms)}" lang="${view.locale}" weekday="" year=""${day} hour="numeric" minute="2-digit">${text} UTC</relative-time>`
}

/** A time, as date and time in the reader's zone; without JavaScript in UTC. */
export const dateTime = (view: Locale, ms: number): Html =>
  html`<relative-time format="datetime" datetime="${iso(ms)}" lang="${view.locale}" year="numeric" month="short" day="numeric" hour="numeric" minute="2-digit" weekday="">${iso(ms).slice(0, 16).replace('T', ' ')} UTC</relative-time>`

/** Like `dateTime`, with seconds, for what happens in quick succession. */
export const exactTime = (view: Locale, ms: number): Html =>
  html`<relative-time format="datetime" datetime="${iso(ms)}" lang="${view.locale}" year="numeric" month="short" day="numeric" hour="numeric" minute="2-digit" second="2-digit" weekday="">${iso(ms).slice(0, 19).replace('T', ' ')} UTC</relative-time>`

export const number = (view: Locale, value: number): string => FORMATS.plain(view.locale).format(value)

/** US dollars. Under a cent still shows digits. */
export const money = (view: Locale, usd: number): string =>
  FORMATS[usd !== 0 && Math.abs(usd) < 0.01 ? 'hundredthsOfCents' : 'cents'](view.locale).format(usd)

/** `2 h 5 min`, `41 s`: the two largest units. */
export function duration(view: Locale, ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000))
  const parts = [
    { value: Math.floor(seconds / 86_400), unit: 'day' },
    { value: Math.floor(seconds / 3_600) % 24, unit: 'hour' },
    { value: Math.floor(seconds / 60) % 60, unit: 'minute' },
    { value: seconds % 60, unit: 'second' },
  ] as const
  const first = parts.findIndex(({ value }) => value > 0)
  const shown = first === -1 ? parts.slice(-1) : parts.slice(first, first + 2)
  return shown
    .filter(({ value }, at) => at === 0 || value > 0)
    .map(({ value, unit }) => FORMATS[unit](view.locale).format(value))
    .join(' ')
}

/** The time since then, as a duration that counts on; without JavaScript, until now. */
export const runningTime = (view: Pick<View, 'locale' | 'now'>, since: number): Html =>
  html`<relative-time format="duration" format-style="short" precision="second" tense="past" datetime="${iso(since)}" lang="${view.locale}">${duration(view, view.now - since)}</relative-time>`

/** Languages whose formatters are kept. Readers choose the language, so there is a limit. */
const MOST_KEPT = 50

/** Making a formatter takes a hundred times as long as using one, and a page has hundreds of numbers. */
function perLanguage<T>(make: (locale: string) => T): (locale: string) => T {
  const kept = new Map<string, T>()
  return (locale) => {
    const known = kept.get(locale)
    if (known !== undefined) return known
    const made = make(locale)
    const [oldest] = kept.keys()
    if (oldest !== undefined && kept.size >= MOST_KEPT) kept.delete(oldest)
    kept.set(locale, made)
    return made
  }
}

const numbers = (options: Intl.NumberFormatOptions) =>
  perLanguage((locale) => new Intl.NumberFormat(locale, options))

const usd = (digits: number) => numbers({ style: 'currency', currency: 'USD', maximumFractionDigits: digits })

const unit = (name: string) => numbers({ style: 'unit', unit: name, unitDisplay: 'short' })

/** The formatters of all pages, by language. */
export const FORMATS = {
  plain: numbers({}),
  cents: usd(2),
  /** Under a cent. */
  hundredthsOfCents: usd(4),
  day: unit('day'),
  hour: unit('hour'),
  minute: unit('minute'),
  second: unit('second'),
  percent: numbers({ style: 'percent', maximumFractionDigits: 1 }),
  compact: numbers({ notation: 'compact', maximumFractionDigits: 1 }),
  monthAndDay: perLanguage(
    (locale) => new Intl.DateTimeFormat(locale, { timeZone: 'UTC', month: 'short', day: 'numeric' }),
  ),
} as const

/** A text of the API as a sentence. */
export const sentence = (text: string): string =>
  `${text.slice(0, 1).toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`
