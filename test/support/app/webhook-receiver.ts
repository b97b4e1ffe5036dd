import type { IncomingHttpHeaders } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { onTestFinished } from 'vitest'
import type { WebhookTransport } from '../../../src/app/outgoing/delivery/post-to-receiver.ts'
import { trustedCertificate } from '../trusted-certificate.ts'

export interface Received {
  readonly headers: IncomingHttpHeaders
  readonly body: string
  /** The name that the client asked for in the TLS handshake. */
  readonly servername: string
}

export interface Receiver {
  readonly transport: WebhookTransport
  readonly port: number
  readonly received: Received[]
  /** Changes how the next requests are answered: a status, or a function. */
  answer: number | ((request: Received) => Promise<Answer> | Answer)
}

export interface Answer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** A receiver of webhooks on loopback, over real TLS, and the transport that permits it. */
export async function startReceiver(changes: Partial<WebhookTransport> = {}): Promise<Receiver> {
  const received: Received[] = []
  const server = createServer(trustedCertificate(), async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const one = {
      headers: request.headers,
      body: Buffer.concat(chunks).toString('utf8'),
      servername: String((request.socket as TLSSocket & { servername?: string }).servername),
    }
    received.push(one)
    const { answer } = receiver
    const { status, headers, body } = typeof answer === 'number' ? { status: answer } : await answer(one)
    response.writeHead(status, headers).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const receiver: Receiver = {
    transport: {
      allowed: ['127.0.0.0/8'],
      proxyFor: () => null,
      resolve: async () => ['127.0.0.1'],
      port,
      timeoutMs: 10_000,
      ...changes,
    },
    port,
    received,
    answer: 204,
  }
  return receiver
}
