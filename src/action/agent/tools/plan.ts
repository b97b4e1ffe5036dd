import { z } from 'zod'
import { MAX_PLAN_ITEMS } from '../../../contract/events.ts'
import type { ToolSpec } from '../../models/tool-calls/tool-spec.ts'

const Item = z.object({ text: z.string().trim().min(1), done: z.boolean().default(false) })

/** What is longer than people are shown is cut. */
export const Plan = z
  .object({ items: z.array(Item).min(1) })
  .transform(({ items }) => ({ items: items.slice(0, MAX_PLAN_ITEMS) }))
export type Plan = z.output<typeof Plan>

/** It changes nothing and is for people, so the agent's loop handles it. */
export const planTool: ToolSpec = {
  name: 'plan',
  description:
    'Show the person who asked a short checklist of your steps. Send all of it again when one is done; leave it out if there is one step only.',
  input: z.object({ items: z.array(z.object({ text: z.string(), done: z.boolean() })) }),
}

/** For the agent of a later run. Pure. */
export const describePlan = ({ items }: Plan): string =>
  items.map(({ text, done }) => `- [${done ? 'x' : ' '}] ${text}`).join('\n')
