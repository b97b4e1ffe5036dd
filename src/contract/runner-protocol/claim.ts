import { z } from 'zod'
import { Features } from './protocol.ts'

export const ClaimRequest = z.object({
  run: z.string().min(1).max(200),
  protocol: z.int().min(1),
  /** Features of the action. */
  features: Features.optional(),
})
export type ClaimRequest = z.infer<typeof ClaimRequest>
