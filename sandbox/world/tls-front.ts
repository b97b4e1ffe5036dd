import { execFile } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'

export interface TlsFront {
  /** `localhost:PORT` */
  readonly host: string
  /** A file with its certificate, which is its own authority. */
  readonly certificate: string
  close(): Promise<void>
}

/** Hands https requests on to an http server on loopback: `gh` speaks https only. `onRequest` gets each with its body. */
export async function startTlsFront(
  target: string,
  directory: string,
  onRequest: (text: string) => void = () => undefined,
): Promise<TlsFront> {
  const certificate = join(directory, 'tls-cert.pem')
  const { key, cert } = await makeCertificate(directory, certificate)
  const server = createServer({ key, cert }, (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks)
      onRequest(`${request.method} ${request.url} ${JSON.stringify(request.headers)} ${body}`)
      const { host: _, 'transfer-encoding': __, ...headers } = request.headers
      const { method } = request
      const to = { method, headers: { ...headers, 'content-length': body.length } }
      httpRequest(`${target}${request.url}`, to, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      })
        .on('error', () => response.destroy())
        .end(body)
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    host: `localhost:${port}`,
    certificate,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** For localhost, valid for two days. The key is on disk only while openssl writes it. */
async function makeCertificate(directory: string, certificate: string) {
  const keyFile = join(directory, 'tls-key.pem')
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const args = ['req', '-x509', '-days', '2', ...curve, ...names, '-keyout', keyFile, '-out', certificate]
  try {
    await promisify(execFile)('openssl', args)
  } catch (cause) {
    throw new Error('openssl cannot make a certificate for the sandbox: install OpenSSL 1.1.1 or later', {
      cause,
    })
  }
  const made = { key: await readFile(keyFile, 'utf8'), cert: await readFile(certificate, 'utf8') }
  await rm(keyFile)
  return made
}
