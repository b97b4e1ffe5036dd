import { z } from 'zod'

/** One prompt of the job; numbers count from 1 within the job. */
export const NumberedPrompt = z.object({ number: z.int().min(1), text: z.string() })
export type NumberedPrompt = z.infer<typeof NumberedPrompt>
