import type { IncomingMessage } from 'node:http'

/** The socket's, never a header's: anybody can write `X-Forwarded-For`. */
export const clientAddress = (request: IncomingMessage): string => request.socket.remoteAddress ?? ''
