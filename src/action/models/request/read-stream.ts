import { NoSuchToolError, type TextStreamPart, ToolChoiceViolationError, type ToolSet } from 'ai'
import { NO_REPORTED_USAGE, parseUsage, type ReportedUsage } from '../cost/parse-usage.ts'
import type { ToolRequest } from '../tool-calls/tool-spec.ts'
import type { IdleTimeout } from './idle-timeout.ts'

type Part = TextStreamPart<ToolSet>
export type StepEnd = Extract<Part, { type: 'finish-step' }>

/** What came of an answer, so far. */
export interface StreamContent {
  text: string
  /** Characters of all that the model wrote, its thoughts and the input of its calls included. */
  length: number
  requests: ToolRequest[]
  /** It was made to call a tool and did not: many models cannot be made to. What it said instead is an answer. */
  ignored: ToolChoiceViolationError | null
  end: StepEnd | null
  /** `null`: no word of the provider came yet. */
  said: ReportedUsage | null
}

export const emptyContent = (): StreamContent => ({
  text: '',
  length: 0,
  requests: [],
  ignored: null,
  end: null,
  said: null,
})

/** Other parts come before the call is made, or say no more than that it arrived. */
const WORDS = new Set<Part['type']>(['text-delta', 'reasoning-delta', 'tool-input-delta', 'tool-call'])

/** Takes an answer in, part by part; throws when it breaks off. `heard` has what came by then. */
export async function readStream(
  stream: AsyncIterable<Part>,
  heard: StreamContent,
  watch: IdleTimeout,
): Promise<void> {
  try {
    for await (const part of stream) {
      if (WORDS.has(part.type)) watch.heard()
      take(part, heard)
    }
  } finally {
    watch.end()
  }
}

function take(part: Part, heard: StreamContent): void {
  switch (part.type) {
    case 'text-delta':
      heard.text += part.text
      heard.length += part.text.length
      break
    case 'reasoning-delta':
      heard.length += part.text.length
      break
    case 'tool-call':
      heard.requests.push(toRequest(part))
      heard.length += JSON.stringify(part.input ?? '').length
      break
    case 'finish-step':
      heard.end = part
      break
    case 'raw':
      // What is no JSON object is no word of a model: a page of a proxy, say.
      if (typeof part.rawValue === 'object' && part.rawValue !== null) {
        heard.said = parseUsage(part.rawValue, heard.said ?? NO_REPORTED_USAGE)
      }
      break
    case 'error':
      if (!ToolChoiceViolationError.isInstance(part.error)) throw part.error
      heard.ignored = part.error
      break
    case 'abort':
      throw new Error(part.reason === undefined ? 'the call was aborted' : String(part.reason))
    default:
  }
}

function toRequest(part: Extract<Part, { type: 'tool-call' }>): ToolRequest {
  const { toolCallId: id, toolName: name, input } = part
  const invalid = part.dynamic === true && part.invalid === true
  if (!invalid) return { id, name, input, problem: null }
  const problem = NoSuchToolError.isInstance(part.error)
    ? 'There is no such tool.'
    : 'The input is not valid JSON. Call the tool again with a JSON object.'
  return { id, name, input, problem }
}
