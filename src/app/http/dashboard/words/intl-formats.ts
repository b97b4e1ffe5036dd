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
