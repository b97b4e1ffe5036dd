import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export interface RawAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface RawConnection {
  /** Exactly these bytes; false once nobody takes them any more. */
  send(bytes: string): Promise<boolean>
  /** The answers so far, once there are that many or the connection has ended. */
  answers(count: number): Promise<RawAnswer[]>
  /** Until the other side has ended or reset the connection. */
  ended(): Promise<void>
  /** Goes away without a word. */
  drop(): void
}

/** A connection on which a test writes its own bytes. `isHead`: whether that answer, from 0, has no body. */
export async function rawConnection(
  url: string,
  isHead: (answer: number) => boolean = () => false,
): Promise<RawConnection> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true, noDelay: true })
  let received = ''
  let isOver = false
  socket.setEncoding('latin1')
  socket.on('data', (chunk: string) => {
    received += chunk
  })
  // A reset is one of the ways in which a server may end a connection; what came before it counts.
  for (const event of ['end', 'close', 'error']) {
    socket.on(event, () => {
      isOver = true
    })
  }
  await once(socket, 'connect')
  const until = async (is: () => boolean): Promise<void> => {
    for (let waited = 0; !is() && waited < 30_000; waited += 5) await sleep(5)
    if (!is()) throw new Error(`waited 30 s in vain; received so far: ${received}`)
  }
  return {
    async send(bytes) {
      if (!socket.writable || isOver) return false
      let isTaken = false
      socket.write(bytes, 'latin1', () => {
        isTaken = true
      })
      await until(() => isTaken || isOver)
      return !isOver
    },
    async answers(count) {
      await until(() => isOver || parseAnswers(received, isHead).length >= count)
      return parseAnswers(received, isHead)
    },
    ended: () => until(() => isOver),
    drop: () => void socket.destroy(),
  }
}

/** The complete answers in what was received. */
function parseAnswers(received: string, isHead: (answer: number) => boolean): RawAnswer[] {
  const answers: RawAnswer[] = []
  for (let rest = received; ; ) {
    const end = rest.indexOf('\r\n\r\n')
    if (end < 0) return answers
    const [statusLine = '', ...lines] = rest.slice(0, end).split('\r\n')
    const headers = Object.fromEntries(
      lines.map((line) => [
        line.slice(0, line.indexOf(':')).toLowerCase(),
        line.slice(line.indexOf(':') + 1).trim(),
      ]),
    )
    const status = Number(statusLine.split(' ')[1])
    const length = status === 100 || isHead(answers.length) ? 0 : Number(headers['content-length'] ?? 0)
    const body = rest.slice(end + 4, end + 4 + length)
    if (body.length < length) return answers
    answers.push({ status, headers, body })
    rest = rest.slice(end + 4 + length)
  }
}
