import { spawn } from 'node:child_process'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

interface GitRequest {
  readonly method: string
  readonly url: string
  readonly authorization: string | undefined
}

export interface GitServer {
  readonly origin: string
  /** Every request that arrived, with the credential it really carried. */
  readonly requests: GitRequest[]
  /** Says of a request that its answer is thrown away after it was carried out. */
  loseAnswer: (request: GitRequest) => boolean
  close(): Promise<void>
}

/** git's own http-backend over a folder of bare repositories, with tokens like GitHub's. */
export async function startGitServer(
  folder: string,
  tokens: Readonly<Record<string, 'read' | 'write'>>,
): Promise<GitServer> {
  const requests: GitRequest[] = []
  const http = createServer((incoming, answer) => {
    const request = {
      method: incoming.method ?? '',
      url: incoming.url ?? '',
      authorization: incoming.headers.authorization,
    }
    requests.push(request)
    const access = accessOf(request.authorization, tokens)
    if (access === null) return refuse(answer, 401, { 'www-authenticate': 'Basic realm="git"' })
    if (request.url.includes('git-receive-pack') && access !== 'write') return refuse(answer, 403)
    runBackend(folder, incoming, answer, () => server.loseAnswer(request))
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const { port } = http.address() as AddressInfo
  const server: GitServer = {
    origin: `http://127.0.0.1:${port}`,
    requests,
    loseAnswer: () => false,
    close: () => close(http),
  }
  return server
}

function accessOf(header: string | undefined, tokens: Readonly<Record<string, 'read' | 'write'>>) {
  const [user, password] = Buffer.from((header ?? '').replace(/^basic /i, ''), 'base64')
    .toString()
    .split(':')
  return user === 'x-access-token' && password ? (tokens[password] ?? null) : null
}

function refuse(answer: ServerResponse, status: number, headers: Record<string, string> = {}): void {
  answer.writeHead(status, headers).end()
}

function runBackend(
  folder: string,
  incoming: IncomingMessage,
  answer: ServerResponse,
  isLost: () => boolean,
): void {
  const url = new URL(incoming.url ?? '/', 'http://localhost')
  const backend = spawn('git', ['http-backend'], {
    env: {
      PATH: process.env.PATH,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_PROJECT_ROOT: folder,
      GIT_HTTP_EXPORT_ALL: '1',
      PATH_INFO: decodeURIComponent(url.pathname),
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: incoming.method,
      CONTENT_TYPE: incoming.headers['content-type'] ?? '',
      HTTP_CONTENT_ENCODING: incoming.headers['content-encoding'] ?? '',
      GIT_PROTOCOL: String(incoming.headers['git-protocol'] ?? ''),
      REMOTE_USER: 'x-access-token',
    },
  })
  incoming.pipe(backend.stdin)
  backend.stdin.on('error', () => incoming.resume())
  const output: Buffer[] = []
  backend.stdout.on('data', (chunk: Buffer) => output.push(chunk))
  backend.on('close', () => {
    if (isLost()) {
      answer.destroy()
      return
    }
    const all = Buffer.concat(output)
    const end = all.indexOf('\r\n\r\n')
    const head = all.subarray(0, end).toString().split('\r\n')
    let status = 200
    for (const line of head) {
      const [name = '', value = ''] = line.split(': ')
      if (name.toLowerCase() === 'status') status = Number.parseInt(value, 10)
      else answer.setHeader(name, value)
    }
    answer.writeHead(status).end(all.subarray(end + 4))
  })
}

function close(http: Server): Promise<void> {
  return new Promise((resolve) => {
    http.close(() => resolve())
    http.closeAllConnections()
  })
}
