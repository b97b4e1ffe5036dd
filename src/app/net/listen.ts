import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Listener {
  readonly host: string
  readonly port: number
  /** The variables that host and port come from. */
  readonly variables: { readonly host: string; readonly port: string }
}

/** An address that the operator has to change. The message is one sentence that names the variable. */
export class CannotListen extends Error {
  override name = 'CannotListen'
}

/** Resolves to the port, which the system chooses if `port` is 0. */
export function listen(server: Server, listener: Listener): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) =>
      reject(new CannotListen(describe(cause.code, listener), { cause })),
    )
    server.listen(listener.port, listener.host, () => resolve((server.address() as AddressInfo).port))
  })
}

function describe(code: string | undefined, { host, port, variables }: Listener): string {
  switch (code) {
    case 'EADDRINUSE':
      return `${variables.port}: ${port} on ${host} is taken by another process; set another port, or end that process`
    case 'EACCES':
      return `${variables.port}: this user may not listen on ${port}; set a port above 1023`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `${variables.host}: ${host} is not an address of this machine; set 127.0.0.1, or 0.0.0.0 for all of them`
    default:
      return `${variables.host}: nothing can listen on ${host}, port ${port} (${code})`
  }
}
