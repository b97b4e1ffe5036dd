import { z } from 'zod'
import { Mode } from '../../contract/job.ts'
import type { OutputSchema } from '../../contract/output/output.ts'
import type { Assignment } from '../../contract/runner-protocol/assignment.ts'
import { Material, Source } from '../../contract/runner-protocol/material.ts'
import type { Job } from '../domain/job.ts'
import { isAskedOverHttp, type Origin } from '../domain/origin.ts'
import { count } from '../store/keys.ts'
import { type KnownFields, readInTurns } from '../store/parse-records.ts'
import type { Store, Write } from '../store/store.ts'
import { OriginRecord } from './job-record.ts'

export const messageKeys = {
  /** One prompt, immutable. */
  record: (job: string, n: number) => `msg/${job}/${count(n)}`,
}

/** The text of the issue that a job was asked for on, as it stood then. It is data, regardless of its author. */
export const IssueText = z.looseObject({
  title: z.string(),
  body: z.string(),
  author: z.string(),
  /** Its author has no write access. */
  isOfStranger: z.literal(true).optional(),
})
export type IssueText = KnownFields<z.infer<typeof IssueText>>

/** What comes with a prompt that a merge in another repository has made. */
export const Attached = z.looseObject({
  /** Texts for the agent, as data. */
  material: z.array(Material),
  /** The pull requests that were merged. */
  sources: z.array(Source),
})
export type Attached = KnownFields<z.infer<typeof Attached>>

/** A prompt of a job, as it was sent. A record that was written before origins were recorded has none. */
export const MessageRecord = z.looseObject({
  text: z.string(),
  at: z.int(),
  origin: OriginRecord.optional(),
  issue: IssueText.optional(),
  attached: Attached.optional(),
  /** The base is merged into the branch. */
  update: z.literal(true).optional(),
  mode: Mode.optional(),
  /** For the outputs of all runs of the job. Only its first message has one. */
  outputSchema: z.record(z.string(), z.unknown()).optional(),
  /** What the request had and nobody reads, for the log of the run. */
  ignored: z.array(z.string()).optional(),
})

export type StoredMessage = z.infer<typeof MessageRecord>

/**
 * Whether everybody who sees the repository may see the prompt. One without a record of its origin may have come over the
 * HTTP API, or from the dashboard.
 */
export const isAskedOnGithub = (message: StoredMessage | null): boolean =>
  message !== null && !isAskedOverHttp(message.origin)

export interface Message {
  readonly text: string
  readonly at: number
  /** Who sent it. */
  readonly origin: Origin
  readonly issue?: IssueText
  readonly attached?: Attached
  readonly update?: true
  readonly mode?: Mode
  readonly outputSchema?: OutputSchema
  readonly ignored?: readonly string[]
}

/** Replaces a prompt that was deleted with its archived job. */
const DELETED = '(This prompt was deleted with its archived job.)'

/** Messages count from 1 within the job. */
export const messageWrite = (job: string, number: number, message: Message): Write => ({
  key: messageKeys.record(job, number),
  value: JSON.stringify(message),
})

/** `null`: it was deleted. */
export interface NumberedMessage {
  readonly number: number
  readonly message: StoredMessage | null
}

/** Messages read together: a prompt may be three megabytes of JSON. */
const STEP = 3

/** Messages `first` to `last` of a job. */
export async function readMessages(
  store: Store,
  job: string,
  first: number,
  last: number,
): Promise<NumberedMessage[]> {
  const numbers = Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i)
  const keys = numbers.map((number) => messageKeys.record(job, number))
  const read = await readInTurns(store, keys, STEP, (stored) => MessageRecord.parse(JSON.parse(stored)))
  return numbers.map((number, i) => ({ number, message: read[i] ?? null }))
}

/** In UTF-16 units. */
const ANSWER_LENGTH = 1024 * 1024

/** The first of these messages: those of an answer, which ends with the one that goes beyond the longest length. */
export function fitInAnswer<T>(
  messages: readonly T[],
  lengthOf: (message: T) => number,
): { readonly fitting: readonly T[]; readonly isFull: boolean } {
  let length = 0
  const last = messages.findIndex((message) => {
    length += lengthOf(message)
    return length > ANSWER_LENGTH
  })
  return last < 0
    ? { fitting: messages, isFull: false }
    : { fitting: messages.slice(0, last + 1), isFull: true }
}

/** Messages that are read before it is known whether they fill an answer. */
const ANSWER_STEP = 5

/** As `readMessages`, as many as fit in an answer. */
export async function readFittingMessages(
  store: Store,
  job: string,
  first: number,
  last: number,
): Promise<readonly NumberedMessage[]> {
  let read: readonly NumberedMessage[] = []
  for (let isFull = false; !isFull && first + read.length <= last; ) {
    const next = first + read.length
    const more = await readMessages(store, job, next, Math.min(last, next + ANSWER_STEP - 1))
    const answer = fitInAnswer([...read, ...more], ({ message }) => message?.text.length ?? 0)
    read = answer.fitting
    isFull = answer.isFull
  }
  return read
}

/** Prompts `first` to `last` of a job. */
export async function readPrompts(
  store: Store,
  job: string,
  first: number,
  last: number,
): Promise<{ number: number; text: string }[]> {
  return promptsOf(await readMessages(store, job, first, last))
}

export const promptsOf = (messages: readonly NumberedMessage[]): { number: number; text: string }[] =>
  messages.map(({ number, message }) => ({ number, text: message?.text ?? DELETED }))

/**
 * What the agent reads, for any turn of a job, that nobody with write access wrote: the text of an issue, logs, pull requests
 * of other repositories. Names each once. Of a deleted message nothing is known.
 */
export function outsideTexts(
  messages: readonly (StoredMessage | null)[],
  { origin, outside = [] }: Pick<Job, 'origin' | 'outside'>,
): readonly string[] {
  const issue = origin.kind === 'github' ? origin.issue : null
  const names = messages.flatMap((message) => [
    ...(message?.issue?.isOfStranger
      ? [`the text of ${issue === null ? 'an issue' : `issue ${issue}`}`]
      : []),
    ...(message?.attached?.material ?? []).map(({ of }) => of),
  ])
  return [...new Set([...names, ...outside])]
}

/** For the runner; `{}`: none. */
export const outsideOf = (read: readonly string[], holdCi: boolean): Pick<Assignment, 'outside'> =>
  read.length === 0 ? {} : { outside: { read: read.slice(0, 20), holdCi } }
