import { z } from 'zod'
import { shapeFaults } from './find-faults.ts'
import {
  data,
  inPieces,
  inputText,
  isObjectText,
  type ReadRequest,
  type Said,
  type ScriptedAnswer,
  type ScriptedCall,
  type WireFormat,
} from './wire-format.ts'

const Name = z.string().regex(/^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$/)
const Text = z.strictObject({ text: z.string().min(1), thoughtSignature: z.string().optional() })
/** Gemini takes no GIF. */
const Image = z.strictObject({
  inlineData: z.strictObject({
    mimeType: z.enum(['image/png', 'image/jpeg', 'image/webp']),
    data: z.base64().min(1),
  }),
})
const Call = z.strictObject({
  functionCall: z.strictObject({
    id: z.string().min(1),
    name: Name,
    args: z.record(z.string(), z.unknown()),
  }),
  thoughtSignature: z.string().optional(),
})
const Result = z.strictObject({
  functionResponse: z.strictObject({
    id: z.string().min(1),
    name: Name,
    response: z.record(z.string(), z.unknown()),
  }),
})
const Content = z.discriminatedUnion('role', [
  // Results stand alone: their number is held against that of the calls.
  z.strictObject({
    role: z.literal('user'),
    parts: z.union([z.array(z.union([Text, Image])).min(1), z.array(Result).min(1)]),
  }),
  z.strictObject({ role: z.literal('model'), parts: z.array(z.union([Text, Call])).min(1) }),
])
const Declaration = z.strictObject({
  name: Name,
  description: z.string().min(1),
  parametersJsonSchema: z.looseObject({ type: z.literal('object'), $schema: z.never().optional() }),
})
const Request = z.strictObject({
  systemInstruction: z.strictObject({ parts: z.array(Text).min(1) }),
  contents: z.array(Content).min(1),
  generationConfig: z.looseObject({}).optional(),
  tools: z.tuple([z.strictObject({ functionDeclarations: z.array(Declaration).min(1) })]),
  toolConfig: z
    .strictObject({
      functionCallingConfig: z.strictObject({
        mode: z.enum(['AUTO', 'ANY', 'VALIDATED']),
        allowedFunctionNames: z.tuple([Name]).optional(),
      }),
    })
    .optional(),
})
type Content = z.infer<typeof Content>

/** https://ai.google.dev/api/generate-content#method:-models.streamgeneratecontent */
export const gemini: WireFormat = {
  provider: 'google',
  model: 'google/gemini-3-pro',
  environment: (origin, key) => ({
    GOOGLE_GENERATIVE_AI_API_KEY: key,
    GOOGLE_GENERATIVE_AI_BASE_URL: `${origin}/v1beta`,
  }),
  authorization: (key) => ['x-goog-api-key', key],
  path: '/v1beta/models/gemini-3-pro:streamGenerateContent?alt=sse',
  frames(answer, turn, { input, cached, output }) {
    const usageMetadata = {
      promptTokenCount: input,
      cachedContentTokenCount: cached,
      candidatesTokenCount: output,
      totalTokenCount: input + output,
    }
    const chunk = (parts: readonly object[], finishReason?: string) =>
      data({
        candidates: [{ content: { parts, role: 'model' }, ...(finishReason && { finishReason }), index: 0 }],
        usageMetadata,
        modelVersion: 'gemini-3-pro',
        responseId: `resp_${turn}`,
      })
    return [...partsOf(answer, turn).map((part) => chunk([part])), chunk([{ text: '' }], finishOf(answer))]
  },
  errorFrame: (message) => data({ error: { code: 503, message, status: 'UNAVAILABLE' } }),
  failure: (status, message) => {
    const STATUS: Record<number, string> = {
      401: 'UNAUTHENTICATED',
      429: 'RESOURCE_EXHAUSTED',
      503: 'UNAVAILABLE',
    }
    const RETRY = { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '1s' }
    const details = status === 429 ? { details: [RETRY] } : {}
    return { error: { code: status, message, status: STATUS[status] ?? 'INVALID_ARGUMENT', ...details } }
  },
  read(body) {
    const parsed = Request.safeParse(body)
    if (!parsed.success) return { said: [], tools: [], forced: null, faults: shapeFaults(parsed.error) }
    const { contents, tools, toolConfig } = parsed.data
    const { mode, allowedFunctionNames } = toolConfig?.functionCallingConfig ?? {}
    return {
      said: contents.map(saidIn),
      tools: tools[0].functionDeclarations.map(({ name }) => name),
      forced: mode === 'ANY' ? (allowedFunctionNames?.[0] ?? null) : null,
      faults: [...signatureFaults(contents), ...nameFaults(contents)],
    } satisfies ReadRequest
  },
}

/** Gemini sends each call whole, so a limit never shows half of one: the answer just lacks it. */
function partsOf({ say, calls = [], end }: ScriptedAnswer, turn: number): object[] {
  const whole = calls.slice(0, end === 'length' ? -1 : undefined).filter(isWhole)
  return [
    ...inPieces(say ?? '').map((text) => ({ text })),
    ...whole.map((call, index) => ({
      functionCall: { id: `call_${turn}_${index}`, name: call.name, args: JSON.parse(inputText(call)) },
      ...(index === 0 && { thoughtSignature: `signature_${turn}` }),
    })),
  ]
}

const isWhole = (call: ScriptedCall): boolean => isObjectText(inputText(call))

function finishOf({ calls = [], end }: ScriptedAnswer): string {
  if (end === 'length') return 'MAX_TOKENS'
  if (end === 'refused') return 'SAFETY'
  return calls.every(isWhole) ? 'STOP' : 'MALFORMED_FUNCTION_CALL'
}

function saidIn({ role, parts }: Content): Said {
  if (role === 'model') {
    return {
      by: 'model',
      calls: parts.flatMap((part) => ('functionCall' in part ? part.functionCall.id : [])),
    }
  }
  const results = parts.flatMap((part) => ('functionResponse' in part ? part.functionResponse.id : []))
  return results.length > 0 ? { by: 'tools', results } : { by: 'user' }
}

/** Gemini 3 answers 400 where the signature of a thought does not come back with the call it came with. */
const signatureFaults = (contents: readonly Content[]): string[] =>
  contents.flatMap(({ role, parts }, index) => {
    if (role !== 'model') return []
    const first = parts.find((part) => 'functionCall' in part)
    if (first === undefined || !('functionCall' in first)) return []
    const turn = /^call_(\d+)_/.exec(first.functionCall.id)?.[1]
    // A call of another model has none.
    const expected = turn === undefined ? 'skip_thought_signature_validator' : `signature_${turn}`
    return first.thoughtSignature === expected
      ? []
      : [`contents.${index}: the thought’s signature is missing`]
  })

const nameFaults = (contents: readonly Content[]): string[] => {
  const names = new Map(
    contents.flatMap(({ parts }) =>
      parts.flatMap((part) =>
        'functionCall' in part ? [[part.functionCall.id, part.functionCall.name] as const] : [],
      ),
    ),
  )
  return contents.flatMap(({ parts }) =>
    parts.flatMap((part) => {
      if (!('functionResponse' in part)) return []
      const { id, name } = part.functionResponse
      return names.get(id) === name ? [] : [`the result ${id} names another tool than its call: ${name}`]
    }),
  )
}
