import type { IncomingMessage, ServerResponse } from 'node:http'

/** What the handlers of the most frequent operations use of Hono's context, so that they also run without Hono. */
export interface Call {
  readonly env: { readonly incoming: IncomingMessage; readonly outgoing: ServerResponse }
  readonly req: {
    readonly method: string
    readonly path: string
    header(name: string): string | undefined
    param(name: string): string | undefined
  }
  /** Headers for the response, whatever it is. Absent: they are set already. */
  readonly responseHeaders?: Readonly<Record<string, string>>
}

export function createCall(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  path: string,
  params: Readonly<Record<string, string>>,
  responseHeaders: Readonly<Record<string, string>>,
): Call {
  return {
    responseHeaders,
    env: { incoming, outgoing },
    req: {
      method: incoming.method ?? '',
      path,
      header(name) {
        const value = incoming.headers[name]
        return Array.isArray(value) ? value.join(', ') : value
      },
      param: (name) => params[name],
    },
  }
}
