import type { Commit } from '../store.ts'

/** Throws for what no database can store, before it is part of a batch that it would spoil. */
export function requireTexts({ checks = [], set = [], del = [] }: Commit): void {
  for (const { key, value } of checks) {
    requireText(key)
    if (value !== null) requireText(value)
  }
  for (const { key, value } of set) {
    requireText(key)
    requireText(value)
  }
  for (const key of del) requireText(key)
}

function requireText(text: unknown): void {
  if (typeof text !== 'string') throw new TypeError('the store accepts only strings')
}
