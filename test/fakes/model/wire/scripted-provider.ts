import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { findConversationFaults } from './find-faults.ts'
import type { Counted, ReadRequest, ScriptedAnswer, WireFormat } from './wire-format.ts'

/** What the n-th request gets. */
export type Turn =
  | { readonly kind: 'answer'; readonly answer: ScriptedAnswer; readonly breaks?: Break }
  | {
      readonly kind: 'failure'
      readonly status: number
      readonly message: string
      readonly headers?: Readonly<Record<string, string>>
    }
  /** No answer at all. */
  | { readonly kind: 'silence' }
  /** A 200 with this in the place of an answer. */
  | { readonly kind: 'garbage'; readonly type: string; readonly body: string }

/** An answer that does not come to its end. */
export interface Break {
  /** Frames that still arrive. */
  readonly after: number
  /** Bytes of the next frame that arrive, too. */
  readonly bytes?: number
  /**
   * `cut`: the connection breaks. `ends`: the answer ends like a whole one. `stall`: nothing more comes. `error`: the
   * server says in the stream that it gives up.
   */
  readonly how: 'cut' | 'ends' | 'stall' | 'error'
}

export interface SeenRequest {
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
  /** What the real server would have refused. */
  readonly faults: readonly string[]
  /** Resolves when the exchange is over; true: the client left before the answer was whole. */
  readonly isLeft: Promise<boolean>
}

export interface ScriptedProvider extends AsyncDisposable {
  readonly origin: string
  readonly requests: readonly SeenRequest[]
}

/** What the n-th answer is counted as, from 0: different each time, so that a sum shows which answers are in it. */
export const countedOf = (turn: number): Counted => ({
  input: 1000 + turn,
  cached: 500 + 10 * turn,
  output: 100 + turn,
})

/** The turns in their order; or for each request the turn that fits it. Past the end of a script it is refused. */
export type Script = readonly Turn[] | ((request: ReadRequest, index: number) => Turn)

/** A model server with a script, which judges what it is asked. */
export async function startScriptedProvider(format: WireFormat, script: Script): Promise<ScriptedProvider> {
  const requests: SeenRequest[] = []
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const index = requests.length
    const read = format.read(JSON.parse(body))
    const turn = typeof script === 'function' ? script(read, index) : script[index]
    requests.push({
      path: request.url ?? '',
      headers: request.headers,
      body,
      faults: [
        ...(turn === undefined ? ['one request more than the script has answers'] : []),
        ...(request.url === format.path ? [] : [`it went to ${request.url}`]),
        ...(isWellFormed(body) ? [] : ['half a character']),
        // What cannot be read has no conversation to judge.
        ...(read.faults.length > 0 ? read.faults : findConversationFaults(read)),
      ],
      isLeft: new Promise((resolve) => response.on('close', () => resolve(!response.writableFinished))),
    })
    await answer(turn ?? PAST_THE_END, response, { format, index })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Parsers of JSON that follow RFC 8259 refuse half of a surrogate pair, which the body has as an escape. */
function isWellFormed(body: string): boolean {
  let isWhole = true
  JSON.parse(body, (key, value) => {
    isWhole &&= key.isWellFormed() && (typeof value !== 'string' || value.isWellFormed())
    return value
  })
  return isWhole
}

const PAST_THE_END: Turn = { kind: 'failure', status: 400, message: 'the script has ended' }

async function answer(
  turn: Turn,
  response: ServerResponse,
  { format, index }: { format: WireFormat; index: number },
): Promise<void> {
  switch (turn.kind) {
    case 'failure':
      response.writeHead(turn.status, { 'content-type': 'application/json', ...turn.headers })
      response.end(JSON.stringify(format.failure(turn.status, turn.message)))
      return
    case 'silence':
      return
    case 'garbage':
      response.writeHead(200, { 'content-type': turn.type }).end(turn.body)
      return
    case 'answer': {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
      const frames = format.frames(turn.answer, index, countedOf(index))
      await stream(response, { format, frames, ...(turn.breaks && { breaks: turn.breaks }) })
    }
  }
}

interface Streamed {
  readonly format: WireFormat
  readonly frames: readonly string[]
  readonly breaks?: Break
}

async function stream(response: ServerResponse, { format, frames, breaks }: Streamed): Promise<void> {
  const { after = frames.length, bytes = 0, how = 'ends' } = breaks ?? {}
  const rest = Buffer.from(frames[after] ?? '').subarray(0, bytes)
  for (const piece of [...frames.slice(0, after), ...(rest.length > 0 ? [rest] : [])]) {
    await new Promise((resolve) => response.write(piece, resolve))
    // So that the reader gets each frame as a separate chunk, too.
    await nextTurn()
  }
  switch (how) {
    case 'cut':
      response.destroy()
      return
    case 'stall':
      return
    case 'ends':
      response.end()
      return
    case 'error':
      response.end(format.errorFrame('The server is overloaded'))
  }
}
