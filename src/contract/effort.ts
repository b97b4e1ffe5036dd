import { z } from 'zod'

/** Reasoning effort of a model. Each provider has its own terms for it. */
export const EFFORTS = ['none', 'low', 'medium', 'high'] as const
export const Effort = z.enum(EFFORTS, { error: `must be one of ${EFFORTS.join(', ')}` })
export type Effort = z.infer<typeof Effort>
