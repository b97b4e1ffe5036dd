import { z } from 'zod'

/** How much a model is to think before it answers; each provider has its own words for it. */
export const EFFORTS = ['none', 'low', 'medium', 'high'] as const
export const Effort = z.enum(EFFORTS, { error: `must be one of ${EFFORTS.join(', ')}` })
export type Effort = z.infer<typeof Effort>
