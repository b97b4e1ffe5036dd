import { z } from 'zod'
import type { PersonTokens as Tokens } from '../github/people.ts'
import type { KnownFields } from '../store/parse-records.ts'

/** A signed-in browser, stored under the hash of the value of its cookie. */
export const SessionRecord = z.looseObject({
  v: z.literal(1),
  person: z.object({ id: z.int().positive(), login: z.string(), name: z.string().nullable() }),
  /** The accounts that the person saw at the sign-in: its audit entries are there. */
  accountIds: z.array(z.int()).default([]),
  /** Epoch milliseconds. */
  createdAt: z.int(),
  /** Unless it is used before. */
  expiresAt: z.int(),
  /** The person's tokens, encrypted. */
  tokens: z.string(),
  /** Until then one server exchanges the refresh token, which GitHub accepts once. */
  refreshingUntil: z.int().default(0),
})
export type SessionRecord = KnownFields<z.infer<typeof SessionRecord>>

/** The sessions of one person, oldest first, so that all of them can be ended. */
export const PersonSessions = z.array(z.object({ hash: z.string(), createdAt: z.int() }))

export const PersonTokens: z.ZodType<Tokens> = z.object({
  access: z.string(),
  accessExpiresAt: z.int().nullable(),
  refresh: z.string().nullable(),
  refreshExpiresAt: z.int().nullable(),
})
