import { onTestFinished } from 'vitest'
import type { AppServer } from './app-server.ts'

/** One frame of server-sent events. A comment is a frame without a name. */
export interface Frame {
  readonly id: string | null
  readonly name: string | null
  readonly retry: number | null
  readonly data: Record<string, unknown>
}

export interface OpenStream {
  readonly response: Response
  /** Every frame so far, comments included. */
  readonly frames: Frame[]
  /** `null`: the stream has ended. */
  next(): Promise<Frame | null>
  /** Reads on until a frame is as asked; the end of the stream is an error. */
  until(isIt: (frame: Frame) => boolean): Promise<Frame>
  /** Reads to the end. */
  rest(): Promise<Frame[]>
  close(): void
}

type Options = { after?: string; key?: string; query?: string }

/** Watches a job of the app; `path` is the job's. */
export async function openStream(
  app: Pick<AppServer, 'url' | 'key'>,
  path: string,
  { after, key = app.key, query = '' }: Options = {},
): Promise<OpenStream> {
  const abort = new AbortController()
  onTestFinished(() => abort.abort())
  const response = await fetch(`${app.url}${path}/events${query}`, {
    headers: { authorization: `Bearer ${key}`, ...(after !== undefined && { 'last-event-id': after }) },
    signal: abort.signal,
  })
  const frames: Frame[] = []
  const texts = framesOf(response)
  const next = async (): Promise<Frame | null> => {
    const { value } = await texts.next()
    if (value === undefined) return null
    const frame = parse(value)
    frames.push(frame)
    return frame
  }
  return {
    response,
    frames,
    next,
    async until(isIt) {
      for (;;) {
        const frame = await next()
        if (frame === null) throw new Error(`the stream ended after ${JSON.stringify(frames.at(-1))}`)
        if (isIt(frame)) return frame
      }
    },
    async rest() {
      const from = frames.length
      while ((await next()) !== null);
      return frames.slice(from)
    },
    close: () => abort.abort(),
  }
}

async function* framesOf(response: Response): AsyncGenerator<string, undefined> {
  let text = ''
  for await (const chunk of (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
    const parts = (text + chunk).split('\n\n')
    text = parts.pop() ?? ''
    yield* parts
  }
  if (text !== '') throw new Error(`the stream ended within a frame: ${text}`)
}

function parse(text: string): Frame {
  const fields = new Map(
    text.split('\n').map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon), line.slice(colon + 1).trimStart()]
    }),
  )
  return {
    id: fields.get('id') ?? null,
    name: fields.get('event') ?? null,
    retry: fields.has('retry') ? Number(fields.get('retry')) : null,
    data: JSON.parse(fields.get('data') ?? '{}'),
  }
}

/** Names of the frames that tell something, each event with its id. */
export const names = (frames: readonly Frame[]): string[] =>
  frames.flatMap(({ id, name }) => (name === null ? [] : [id === null ? name : `${name} ${id}`]))
