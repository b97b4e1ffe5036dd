import { z } from 'zod'
import { PromptText } from '../job.ts'

/** A manual or scheduled workflow run first registers its job, once per workflow run, and then claims it. */
export const RegisterRequest = z.object({
  protocol: z.int().min(1),
  prompt: PromptText,
  model: z.string().min(1).max(200).optional(),
  ref: z.string().min(1).max(255).optional(),
  draft: z.boolean().optional(),
})
export type RegisterRequest = z.infer<typeof RegisterRequest>

export const RegisterResponse = z.object({ run: z.string(), job: z.string() })
export type RegisterResponse = z.infer<typeof RegisterResponse>
