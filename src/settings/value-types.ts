import { z } from 'zod'
import { groupDigits } from '../contract/text.ts'

/** Types of settings. Each says what is allowed, whichever of its rules a value breaks. */

const must = (allowed: string): { error: string } => ({ error: `must be ${allowed}` })

/** The message for a value that must not be a string. If it would be valid without its quotes, the message says so. */
const mustWithoutQuotes = (allowed: string, isRight: (text: string) => boolean) => ({
  error: ({ input }: { readonly input?: unknown }): string =>
    `must be ${allowed}${typeof input === 'string' && isRight(input) ? ', without quotes' : ''}`,
})

export function wholeNumber(min: number, max: number) {
  const isRight = (text: string) => /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max
  const rule = mustWithoutQuotes(`a whole number from ${groupDigits(min)} to ${groupDigits(max)}`, isRight)
  return z.int(rule).min(min, rule).max(max, rule)
}

export function positiveNumber(max: number) {
  const isRight = (text: string) => /^[\d.]+$/.test(text) && Number(text) > 0 && Number(text) <= max
  const rule = mustWithoutQuotes(`a number above 0, up to ${groupDigits(max)}`, isRight)
  return z.number(rule).positive(rule).max(max, rule)
}

export const trueOrFalse = () =>
  z.boolean(mustWithoutQuotes('true or false', (text) => text === 'true' || text === 'false'))

export function text(most: number, what = 'a text') {
  const rule = must(`${what} of 1 to ${groupDigits(most)} characters`)
  return z.string(rule).min(1, rule).max(most, rule)
}

/**
 * For paths and globs, from the root of the repository. No path that git lists has a `.` or `..`: a glob with one would match
 * nothing, and one that begins with `!` would exclude nothing. White space at the end means different things to different
 * readers of globs.
 */
export function fromRoot(most: number, what: string) {
  const rule = must(
    `${what} of 1 to ${groupDigits(most)} characters, from the root of the repository, without \`.\` or \`..\` as a folder and without white space around it`,
  )
  return z.string(rule).max(most, rule).regex(FROM_ROOT, rule)
}

const FROM_ROOT = /^(?!!?\s)(?!!?\.{1,2}(?:\/|$))(?![\s\S]*\/\.{1,2}(?:\/|$))(?=[\s\S]*[^!\s/])[\s\S]*\S$/

/** For what a shell runs or a person reads: not blank, and without the character that ends a C string. */
export function printedText(most: number, what: string) {
  const rule = must(`${what} of 1 to ${groupDigits(most)} characters that is not blank and has no NUL`)
  return z
    .string(rule)
    .max(most, rule)
    .regex(/\S/, rule)
    .regex(/^[^\0]*$/, rule)
}

export function listOf<T extends z.ZodType>(item: T, most: number, what: string) {
  const rule = must(`a list of up to ${groupDigits(most)} ${what}`)
  return z.array(item, rule).max(most, rule)
}

/** Unknown keys are errors, since a typo must not pass for a setting; see `parse-settings.ts` for those at the top. */
export function mapOf<S extends z.ZodRawShape>(shape: S, otherwise = '') {
  const keys = Object.keys(shape).join(', ')
  return z.strictObject(shape, {
    error: ({ code }) =>
      code === 'unrecognized_keys'
        ? `is not a setting: use one of ${keys}${otherwise}`
        : `must be a map of ${keys}`,
  })
}
