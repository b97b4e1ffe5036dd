import { z } from 'zod'
import { editFrame } from './edit-frame.ts'
import { gemini } from './gemini.ts'
import { data, type WireFormat } from './wire-format.ts'

const Part = z.looseObject({
  thought: z.boolean().optional(),
  thoughtSignature: z.string().optional(),
  functionCall: z.looseObject({ id: z.string().optional() }).optional(),
  functionResponse: z.looseObject({ id: z.string().optional() }).optional(),
})
const Body = z.looseObject({
  contents: z.array(z.looseObject({ role: z.string(), parts: z.array(Part) })),
})
type Content = z.infer<typeof Body>['contents'][number]

const Chunk = z.looseObject({
  candidates: z.array(z.looseObject({ content: z.looseObject({ parts: z.array(Part) }) })),
})

/**
 * Gemini names its calls with ids only sometimes. Without them it takes results in the order of the calls:
 * https://ai.google.dev/gemini-api/docs/function-calling
 */
export const geminiWithoutIds: WireFormat = {
  ...gemini,
  frames(answer, turn, counted) {
    const thought = { text: `I think of ${turn}.`, thought: true }
    const frames = gemini.frames(answer, turn, counted)
    return [
      data({ candidates: [{ content: { parts: [thought], role: 'model' }, index: 0 }] }),
      ...frames.map((frame) => editFrame(frame, (body) => withoutIds(Chunk.parse(body)))),
    ]
  },
  read(body) {
    const parsed = Body.safeParse(body)
    if (!parsed.success) return gemini.read(body)
    let turn = 'none'
    const contents = parsed.data.contents.map((content) => {
      turn = /^signature_(\d+)$/.exec(content.parts.find(isSigned)?.thoughtSignature ?? '')?.[1] ?? turn
      return withPlaces(content, turn)
    })
    return gemini.read({ ...parsed.data, contents })
  },
}

const isSigned = ({ functionCall, thoughtSignature }: z.infer<typeof Part>): boolean =>
  functionCall !== undefined && thoughtSignature !== undefined

const withoutIds = ({ candidates, ...chunk }: z.infer<typeof Chunk>) => ({
  ...chunk,
  candidates: candidates.map(({ content, ...candidate }) => ({
    ...candidate,
    content: {
      ...content,
      parts: content.parts.map(({ functionCall, ...part }) => {
        if (functionCall === undefined) return part
        const { id: _, ...call } = functionCall
        return { ...part, functionCall: call }
      }),
    },
  })),
})

/** Each call and each result with the id that its place gives it: the order is all that the server goes by. */
function withPlaces({ parts, ...content }: Content, turn: string): Content {
  let place = 0
  const next = () => `call_${turn}_${place++}`
  return {
    ...content,
    parts: parts
      .filter(({ thought }) => thought !== true)
      .map((part) => {
        if (part.functionCall) return { ...part, functionCall: { ...part.functionCall, id: next() } }
        if (part.functionResponse)
          return { ...part, functionResponse: { ...part.functionResponse, id: next() } }
        return part
      }),
  }
}
