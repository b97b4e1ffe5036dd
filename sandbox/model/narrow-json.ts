/** Narrows unknown JSON. A value of another type becomes an empty one. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const recordsIn = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter(isRecord) : []

export const stringIn = (value: unknown): string => (typeof value === 'string' ? value : '')
