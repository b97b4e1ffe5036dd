import { z } from 'zod'
import { RecordedEvent } from '../events.ts'
import { NumberedPrompt } from './numbered-prompt.ts'

/** Also the heartbeat: the action sends it at least every 30 s while the agent works, even without events. */
export const EventsRequest = z.object({
  events: z.array(RecordedEvent).max(500),
  /** Highest number of a prompt that the agent has read. */
  acknowledged: z.int().min(0),
})
export type EventsRequest = z.infer<typeof EventsRequest>

export const EventsResponse = z.object({
  /** Prompts above `acknowledged`. */
  messages: z.array(NumberedPrompt),
  /** True: the app has ended the run, for example after a cancellation. The action stops and pushes nothing. */
  stop: z.boolean(),
})
export type EventsResponse = z.infer<typeof EventsResponse>
