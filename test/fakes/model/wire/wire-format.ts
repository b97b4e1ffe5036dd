/** A tool call of a scripted model. */
export interface ScriptedCall {
  readonly name: string
  /** A text goes out as it is: it need not be JSON, nor an object. */
  readonly input: Readonly<Record<string, unknown>> | string
}

/** One answer of a scripted model, in no provider's words. */
export interface ScriptedAnswer {
  readonly say?: string
  readonly calls?: readonly ScriptedCall[]
  /** `length`: the output limit ended it, in the middle of its last call. `refused`: the model would not answer. */
  readonly end?: 'done' | 'length' | 'refused'
}

/** What the provider counts for one answer. */
export interface Counted {
  /** With what came from the cache. */
  readonly input: number
  readonly cached: number
  readonly output: number
}

/** What a request holds that matters in every format, in the order it was said. */
export type Said =
  | { readonly by: 'user' }
  | { readonly by: 'model'; readonly calls: readonly string[] }
  | { readonly by: 'tools'; readonly results: readonly string[] }

export interface ReadRequest {
  readonly said: readonly Said[]
  readonly tools: readonly string[]
  /** The one tool that must be called. */
  readonly forced: string | null
  /** What the real server would refuse, or what costs money or privacy. */
  readonly faults: readonly string[]
}

/** How one provider's streaming API looks from the wire: written from its reference, not from our client. */
export interface WireFormat {
  readonly provider: 'anthropic' | 'openai' | 'google' | 'openai-compatible'
  /** As the action is asked for it. */
  readonly model: string
  /** Environment of the action for a server at this origin. */
  environment(origin: string, key: string): Readonly<Record<string, string>>
  /** The one header that holds the key. */
  authorization(key: string): readonly [name: string, value: string]
  /** Where a call has to go. */
  readonly path: string
  /** The answer as server-sent events; `turn` makes the ids of this answer differ from those of any other. */
  frames(answer: ScriptedAnswer, turn: number, counted: Counted): readonly string[]
  /** What takes the place of a frame where the server gives up in the middle of an answer. */
  errorFrame(message: string): string
  /** Body of an answer with an HTTP error. */
  failure(status: number, message: string): unknown
  read(body: unknown): ReadRequest
}

/** Where a format has an item for each result, or for each call: those that follow one another are one word. */
export function joinNeighbours(items: readonly Said[], by: readonly Said['by'][]): Said[] {
  const joined: Said[] = []
  for (const item of items) {
    const last = joined.at(-1)
    if (last === undefined || !by.includes(item.by)) joined.push(item)
    else if (last.by === 'tools' && item.by === 'tools') {
      joined.splice(-1, 1, { by: 'tools', results: [...last.results, ...item.results] })
    } else if (last.by === 'model' && item.by === 'model') {
      joined.splice(-1, 1, { by: 'model', calls: [...last.calls, ...item.calls] })
    } else joined.push(item)
  }
  return joined
}

/** A text in a few pieces, as a model streams it. */
export function inPieces(text: string): string[] {
  const size = Math.max(1, Math.ceil(text.length / 3))
  return Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
    text.slice(index * size, (index + 1) * size),
  )
}

export const inputText = ({ input }: ScriptedCall): string =>
  typeof input === 'string' ? input : JSON.stringify(input)

/** The text up to its middle, for an answer that the output limit ends. */
export const firstHalf = (text: string): string => text.slice(0, Math.ceil(text.length / 2))

/** True: the text is the JSON of an object, as the input of a call has to be. */
export function isObjectText(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}

export const event = (name: string, body: object): string =>
  `event: ${name}\ndata: ${JSON.stringify({ type: name, ...body })}\n\n`
export const data = (body: object): string => `data: ${JSON.stringify(body)}\n\n`
