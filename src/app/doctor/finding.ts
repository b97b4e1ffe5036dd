/** What was looked at, how it stands, and what to do where it does not stand well. */
export interface Finding {
  readonly check: string
  readonly status: 'ok' | 'warn' | 'fail'
  /** What was found. */
  readonly text: string
  /** `null`: nothing. */
  readonly todo: string | null
}

export const ok = (check: string, text: string): Finding => ({ check, status: 'ok', text, todo: null })
export const warn = (check: string, text: string, todo: string): Finding => ({
  check,
  status: 'warn',
  text,
  todo,
})
export const fail = (check: string, text: string, todo: string): Finding => ({
  check,
  status: 'fail',
  text,
  todo,
})

/** One line. */
export const lineOf = ({ check, status, text, todo }: Finding): string =>
  `${status.padEnd(4)}  ${check.padEnd(13)}  ${text}${todo === null ? '' : `${/[.?!]$/.test(text) ? '' : '.'} Next: ${todo}`}`
