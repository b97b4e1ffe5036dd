import { z } from 'zod'
import type { KnownFields } from '../../store/parse-records.ts'

/** How people start work on issues and pull requests. */
export const Triggers = z.looseObject({
  comments: z.boolean(),
  labels: z.array(z.string()),
  reviews: z.enum(['mention', 'all']),
  issueText: z.enum(['writers', 'everyone']),
  // Absent from records of older servers.
  pullRequests: z.enum(['own', 'all']).default('own'),
  teams: z.array(z.string()).default([]),
  bots: z.array(z.string()).default([]),
})
export type TriggerSettings = KnownFields<z.infer<typeof Triggers>>

export const DEFAULT_TRIGGERS: TriggerSettings = {
  comments: true,
  labels: ['prentice'],
  reviews: 'mention',
  issueText: 'writers',
  pullRequests: 'own',
  teams: [],
  bots: [],
}
