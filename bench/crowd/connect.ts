import { Agent, request } from 'node:http'

export interface TimedResponse {
  readonly status: number
  readonly text: string
  /** From sending to the last byte. */
  readonly ms: number
}

export interface Connection {
  send(method: string, path: string, headers: Record<string, string>, body?: object): Promise<TimedResponse>
  close(): void
}

/** A single keep-alive connection to a server. */
export function connect(url: string): Connection {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return {
    send: (method, path, headers, body) =>
      new Promise((resolve, reject) => {
        const text = body === undefined ? '' : JSON.stringify(body)
        const about = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }
        const started = performance.now()
        const sent = request(`${url}${path}`, {
          method,
          agent,
          headers: { ...headers, ...(body !== undefined && about) },
        })
        sent.once('error', reject).once('response', async (response) => {
          try {
            const chunks = await response.setEncoding('utf8').toArray()
            resolve({
              status: response.statusCode ?? 0,
              text: chunks.join(''),
              ms: performance.now() - started,
            })
          } catch (error) {
            reject(error)
          }
        })
        sent.end(text)
      }),
    close: () => agent.destroy(),
  }
}
