/** The result of one check, and the next step if the check did not pass. */
export interface Finding {
  readonly check: string
  readonly status: 'ok' | 'warn' | 'fail'
  /** The observation. */
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
