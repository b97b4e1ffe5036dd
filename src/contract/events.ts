import { z } from 'zod'
import { MAX_USD } from './run.ts'

/** The stages of the action, in their order. */
export const Stage = z.enum(['claim', 'prepare', 'agent', 'plan', 'push', 'pull-request', 'result'])
export type Stage = z.infer<typeof Stage>

export const MAX_PLAN_ITEMS = 20
export const PLAN_ITEM_LENGTH = 200

const PlanItem = z.object({ text: z.string().max(PLAN_ITEM_LENGTH), done: z.boolean() })
export type PlanItem = z.infer<typeof PlanItem>

/** Progress of a run, short and without file contents. */
export const AgentEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('stage'), stage: Stage }),
  z.object({
    type: z.literal('tool'),
    step: z.int().min(1),
    tool: z.string().max(64),
    /** The argument of the call, usually a path. */
    target: z.string().max(300),
    ok: z.boolean(),
  }),
  /** A model call ended. Tokens are totals of the run so far. */
  z.object({
    type: z.literal('step'),
    step: z.int().min(1),
    inputTokens: z.int().min(0),
    /** Part of `inputTokens` that the provider had in its cache. */
    cachedInputTokens: z.int().min(0).optional(),
    outputTokens: z.int().min(0),
    costUsd: z.number().min(0).max(MAX_USD).nullable(),
  }),
  z.object({ type: z.literal('note'), text: z.string().max(1000) }),
  /** The checklist of the agent; it replaces the one before. */
  z.object({ type: z.literal('plan'), items: z.array(PlanItem).max(MAX_PLAN_ITEMS) }),
  /** The running agent read a message of the caller. */
  z.object({ type: z.literal('message'), number: z.int().min(1) }),
])
export type AgentEvent = z.infer<typeof AgentEvent>

/** `seq` counts from 1 within a run, without gaps. */
export const RecordedEvent = z.object({ seq: z.int().min(1), at: z.iso.datetime(), event: AgentEvent })
export type RecordedEvent = z.infer<typeof RecordedEvent>
