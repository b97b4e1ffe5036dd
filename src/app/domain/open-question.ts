import type { Job } from './job.ts'

/** Whether the run may end with a question: not while another one is open, so never the second in a row. Pure. */
export const mayEndWithQuestion = ({
  questions,
  asked,
  run,
}: Pick<Job, 'questions' | 'asked' | 'run'>): boolean =>
  questions === true && asked === undefined && run.mode === undefined

/** The number of the run whose question waits for an answer; `null`: none does. Pure. */
export const openQuestion = ({
  archivedAt,
  asked,
  run,
}: Pick<Job, 'archivedAt' | 'asked' | 'run'>): number | null =>
  archivedAt === null && run.endedAt !== null ? (asked?.run ?? null) : null

/** Pure. */
export const endedWithQuestion = ({ reason }: Pick<Job['run'], 'reason'>): boolean =>
  reason?.code === 'input-required'
