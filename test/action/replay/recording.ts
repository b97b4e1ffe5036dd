import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { touchedPaths } from '../../../src/action/agent/format-tool-call.ts'
import { redactSecrets } from '../../../src/action/secrets/secrets.ts'
import { normalizePath } from '../../../src/action/workspace/files/normalize-path.ts'
import { findUnportableChange } from '../../../src/action/workspace/files/portable-names.ts'
import { parseModelName } from '../../../src/contract/model.ts'

const Counts = z.object({ inputTokens: z.int(), cachedInputTokens: z.int(), outputTokens: z.int() })
const Call = z.strictObject({ tool: z.string(), input: z.unknown() })
const Result = z.strictObject({ ok: z.boolean(), text: z.string() })

/** Calls and results have no ids: the n-th result is that of the n-th call. */
const Line = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('said'), text: z.string() }),
  z.strictObject({
    type: z.literal('answered'),
    text: z.string(),
    calls: z.array(Call),
    cut: z.boolean(),
    usage: Counts,
  }),
  z.strictObject({ type: z.literal('results'), results: z.array(Result) }),
])
type Line = z.infer<typeof Line>
export type Answered = Extract<Line, { type: 'answered' }>

/** A message as it is sent, in no provider's words. */
export const SentMessage = z.strictObject({
  role: z.enum(['user', 'assistant', 'tool']),
  texts: z.array(z.string()).optional(),
  calls: z.array(Call.extend({ call: z.string() })).optional(),
  results: z.array(Result.extend({ call: z.string() })).optional(),
})
export type SentMessage = z.infer<typeof SentMessage>

/** A conversation of a run, as a case of the tests. */
export const Recording = z.strictObject({
  format: z.literal(1),
  model: z.string().refine((name) => parseModelName(name) !== null),
  /** Code of the reason that ended the run; `null`: the agent finished. */
  end: z.string().nullable(),
  lines: z.array(Line).min(1),
  /** Each answer as the provider sends it, event by event. */
  streams: z.array(z.array(z.string())).min(1),
  /** The messages of each request: those of the request before up to `keep`, then `add`. */
  sent: z.array(z.strictObject({ keep: z.int().min(0), add: z.array(SentMessage) })).min(1),
})
export type Recording = z.infer<typeof Recording>
export type Conversation = Omit<Recording, 'streams' | 'sent'>

/** Why a transcript is no case, with the line. */
export class BadRecording extends Error {}

const refuse = (line: number, why: string): never => {
  throw new BadRecording(`line ${line}: ${why}`)
}

const IdentifiedCall = Call.extend({ id: z.string() })
const TranscriptLine = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('began'), model: z.string() }),
  z.looseObject({ type: z.literal('said'), text: z.string() }),
  z.looseObject({
    type: z.literal('answered'),
    text: z.string(),
    calls: z.array(IdentifiedCall),
    cut: z.boolean(),
    usage: Counts,
  }),
  z.looseObject({
    type: z.literal('results'),
    results: z.array(Result.extend({ id: z.string(), tool: z.string() })),
  }),
  z.looseObject({ type: z.literal('broken-off') }),
  z.looseObject({ type: z.literal('failed') }),
  z.looseObject({ type: z.literal('compacted') }),
  z.looseObject({ type: z.literal('fallback') }),
  z.looseObject({ type: z.literal('ended'), reason: z.string().nullable() }),
])
type TranscriptLine = z.infer<typeof TranscriptLine>

const CONFIDENTIAL = 'it has the lengths of the texts only: the prompts of the run are confidential'

/** The tools that end a run. An answer without calls may end it, too. */
const ENDING = new Set(['finish', 'ask'])

/** Reads the transcript of a run. Its secrets are replaced once more, and each path is checked. Pure. */
export function readTranscript(text: string): Conversation {
  const read = text
    .replace(/^\ufeff/, '')
    .split('\n')
    .flatMap((line, index) => {
      if (line.trim() === '' && index > 0) return []
      return [{ at: index + 1, line: parseLine(line, index + 1) }]
    })
  const [first, ...rest] = read
  const last = rest.pop()
  if (first?.line.type !== 'began' || parseModelName(first.line.model) === null)
    return refuse(1, 'it does not begin as the transcript of a run, with the name of a model')
  if (last?.line.type !== 'ended')
    return refuse(last?.at ?? 1, 'the run has not ended: the last line of a transcript has its reason')
  const checkPaths = openPathCheck()
  const lines = rest.flatMap(({ at, line }, index): Line[] => {
    if (line.type === 'answered') for (const call of line.calls) checkPaths(call, at)
    return toLine(at, line, { before: rest[index - 1]?.line, isLast: index === rest.length - 1 })
  })
  const answer =
    lines.findLast((line) => line.type === 'answered') ?? refuse(last.at, 'the model gave no answer')
  if (
    last.line.reason === null &&
    answer.calls.length > 0 &&
    !answer.calls.some(({ tool }) => ENDING.has(tool))
  )
    refuse(last.at, 'the agent finished, and its last answer calls neither finish nor ask')
  return { format: 1, model: first.line.model, end: last.line.reason, lines }
}

function parseLine(text: string, at: number): TranscriptLine {
  let json: unknown
  try {
    json = JSON.parse(text, (_, value) => redacted(value))
  } catch {
    return refuse(at, 'it is no JSON')
  }
  if (z.looseObject({ type: z.literal('said'), characters: z.int() }).safeParse(json).success)
    return refuse(at, CONFIDENTIAL)
  const line = TranscriptLine.safeParse(json)
  return line.success ? line.data : refuse(at, z.prettifyError(line.error).split('\n').join(' '))
}

/** As the action does, but without the secrets of the run, which only the action knows. */
function redacted(value: unknown): unknown {
  const redact = (text: string) => redactSecrets(text, { redactKnown: (known) => known })
  if (typeof value === 'string') return redact(value)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [redact(name), part]))
}

function toLine(
  at: number,
  line: TranscriptLine,
  { before, isLast }: { readonly before: TranscriptLine | undefined; readonly isLast: boolean },
): Line[] {
  if (before?.type === 'answered' && before.calls.length > 0 && line.type !== 'results')
    refuse(at, 'the calls of the answer before it have no results')
  switch (line.type) {
    case 'said':
      return [{ type: 'said', text: line.text }]
    case 'answered': {
      if (line.cut && line.calls.length > 0)
        refuse(
          at,
          'the output limit cut off an answer with calls, and a transcript does not have how it was sent',
        )
      const calls = line.calls.map(({ tool, input }) => ({ tool, input }))
      return [{ type: 'answered', text: line.text, calls, cut: line.cut, usage: line.usage }]
    }
    case 'results': {
      const calls = before?.type === 'answered' ? before.calls : []
      const isEach =
        calls.length === line.results.length && calls.every(({ id }, index) => id === line.results[index]?.id)
      if (!isEach)
        refuse(at, 'these are not the results of the calls before them, one for each in their order')
      return [{ type: 'results', results: line.results.map(({ ok, text }) => ({ ok, text })) }]
    }
    case 'broken-off':
      // The request was made again, and that answer is in the transcript.
      return []
    case 'failed':
      return isLast
        ? []
        : refuse(at, 'a request failed, and a transcript does not have what the provider said')
    case 'compacted':
      return refuse(at, 'the conversation was summarized, and a transcript does not have what was kept of it')
    case 'fallback':
      return refuse(at, 'another model continued')
    case 'began':
    case 'ended':
      return refuse(at, `a second line of the type ${line.type}`)
  }
}

/** Each path is relative, inside the repository, and one that every system can check out. */
export function openPathCheck(): (call: { readonly input?: unknown }, line: number) => void {
  const paths = new Set<string>()
  return ({ input }, line) => {
    const inside = (path: string): string => {
      const normalized = normalizePath(path)
      return normalized.ok ? normalized.path : refuse(line, normalized.problem)
    }
    for (const path of touchedPaths({ input })) paths.add(inside(path))
    for (const glob of globsOf(input)) inside(glob)
    const problem = findUnportableChange({ added: [...paths].filter((path) => path !== ''), gone: [] }, [])
    if (problem !== null) refuse(line, problem)
  }
}

/** Of `run` and `search`: they may match any file, and name none. */
function globsOf(input: unknown): string[] {
  if (typeof input !== 'object' || input === null) return []
  const { keep, glob }: { keep?: unknown; glob?: unknown } = input
  return [glob, keep].flat().filter((one) => typeof one === 'string')
}

/** Each request repeats most of the one before it. */
export function toSteps(sent: readonly (readonly SentMessage[])[]): Recording['sent'] {
  return sent.map((messages, index) => {
    const before = sent[index - 1] ?? []
    const differs = messages.findIndex((message, at) => !isDeepStrictEqual(message, before[at]))
    const keep = differs < 0 ? messages.length : differs
    return { keep, add: messages.slice(keep) }
  })
}

export function fromSteps(steps: Recording['sent']): SentMessage[][] {
  const sent: SentMessage[][] = []
  for (const { keep, add } of steps) sent.push([...(sent.at(-1) ?? []).slice(0, keep), ...add])
  return sent
}
