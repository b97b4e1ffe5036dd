import { connect } from 'node:net'

/** Sends exactly these header lines, two of a name if need be, and reads the whole answer. */
export function rawRequest(url: string, requestLine: string, headers: readonly string[]): Promise<string> {
  const { hostname, port, host } = new URL(url)
  const head = [`${requestLine} HTTP/1.1`, `Host: ${host}`, 'Connection: close', ...headers, '', '']
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(Number(port), hostname, () => socket.write(head.join('\r\n')))
    socket.setEncoding('utf8')
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.on('end', () => resolve(answer))
    socket.on('error', reject)
  })
}
