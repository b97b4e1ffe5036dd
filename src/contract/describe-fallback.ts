import type { AgentEvent } from './events.ts'

type Fallback = Extract<AgentEvent, { type: 'fallback' }>

/** One model takes over from another, in one line. Pure. */
export const describeFallback = ({ from, to, why }: Pick<Fallback, 'from' | 'to' | 'why'>): string =>
  `${from} is not available (${why}); ${to} continues`
