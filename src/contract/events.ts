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
    /** The argument of the call, usually a path; of a refused `finish`, why. */
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
  /** The model cannot be asked for now. Reported only to a server with the feature `retries`. */
  z.object({
    type: z.literal('retry'),
    host: z.string().max(253),
    why: z.string().max(200),
    retry: z.int().min(1),
    next: z.iso.datetime(),
    until: z.iso.datetime().nullable(),
  }),
  /** Another model takes over. Reported only to a server with the feature `fallback-models`. */
  z.object({
    type: z.literal('fallback'),
    from: z.string().max(300),
    to: z.string().max(300),
    why: z.string().max(200),
  }),
])
export type AgentEvent = z.infer<typeof AgentEvent>

/** `seq` counts from 1 within a run, without gaps. */
export const RecordedEvent = z.object({ seq: z.int().min(1), at: z.iso.datetime(), event: AgentEvent })
export type RecordedEvent = z.infer<typeof RecordedEvent>

const [stage, tool, step, note, plan, message, retry, fallback] = AgentEvent.options

const PLACE = {
  run: z.int().min(1).describe('Number of the run.'),
  seq: z
    .int()
    .min(1)
    .describe('Position of the event in the run, from 1. The id of the event is `<run>-<seq>`.'),
  at: z.iso.datetime().describe('When the event happened, by the clock of the runner.'),
}

/** The data of each event of a stream, except `job`, whose data is the job. */
export const JobEvent = z
  .discriminatedUnion('type', [
    stage.extend({
      ...PLACE,
      stage: stage.shape.stage.describe(
        'The stage that the run enters. `claim` is reserved: no run reports it.',
      ),
    }),
    tool.extend({
      ...PLACE,
      step: tool.shape.step.describe('The step that called the tool.'),
      tool: tool.shape.tool.describe('Name of the tool.'),
      target: tool.shape.target.describe('What the tool was used on, usually a path.'),
      ok: tool.shape.ok.describe('Whether the call succeeded.'),
    }),
    step.extend({
      ...PLACE,
      step: step.shape.step.describe('Number of the model call that has ended, from 1.'),
      inputTokens: step.shape.inputTokens.describe('Tokens of the run so far.'),
      cachedInputTokens: step.shape.cachedInputTokens.describe(
        'Part of `inputTokens` that was read from the cache of the provider.',
      ),
      outputTokens: step.shape.outputTokens.describe('Tokens of the run so far.'),
      costUsd: step.shape.costUsd.describe(
        'Estimated cost of the run so far, in US dollars; `null` if the price is unknown.',
      ),
    }),
    note.extend({
      ...PLACE,
      text: note.shape.text.describe('A remark of the agent or of the action.'),
    }),
    plan.extend({
      ...PLACE,
      items: plan.shape.items.describe(
        'The checklist of the agent, in order. It replaces the one of an earlier event. Its texts come from the model.',
      ),
    }),
    message.extend({
      ...PLACE,
      number: message.shape.number.describe(
        'Number of the prompt that the agent read while it worked: 1 is the prompt of the job, 2 the first message.',
      ),
    }),
    retry.extend({
      ...PLACE,
      host: retry.shape.host.describe(
        'The server of the model, which cannot be reached or refuses the request for now.',
      ),
      why: retry.shape.why.describe('What it said, or why it was not reached.'),
      retry: retry.shape.retry.describe('Number of the next retry of this request, from 1.'),
      next: retry.shape.next.describe('When that retry is made.'),
      until: retry.shape.until.describe(
        'When the action gives up; `null` if that depends on the number of tries.',
      ),
    }),
    fallback.extend({
      ...PLACE,
      from: fallback.shape.from.describe('The model that is down, out of quota or retired.'),
      to: fallback.shape.to.describe('The model that continues, until the run ends.'),
      why: fallback.shape.why.describe('What the provider of the first said.'),
    }),
  ])
  .meta({ id: 'JobEvent' })
export type JobEvent = z.infer<typeof JobEvent>
