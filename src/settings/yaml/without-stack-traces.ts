/**
 * Errors that `parse` makes do not record where they were thrown. A YAML text can hold 32,000 errors, and to record that
 * takes most of the time. Source: https://v8.dev/docs/stack-trace-api
 */
export function withoutStackTraces<T>(parse: () => T): T {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  try {
    return parse()
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}
