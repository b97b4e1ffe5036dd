import type { Commit } from '../store.ts'

/** Throws for what no database can store, before it is part of a batch that it would spoil. */
export function requireTexts({ checks = [], set = [], del = [] }: Commit): void {
  const texts: unknown[] = [
    ...checks.flatMap(({ key, value }) => (value === null ? [key] : [key, value])),
    ...set.flatMap(({ key, value }) => [key, value]),
    ...del,
  ]
  if (texts.some((text) => typeof text !== 'string')) throw new TypeError('the store accepts only strings')
}
