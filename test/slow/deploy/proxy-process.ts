import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { pickPort } from '../../../sandbox/world/pick-port.ts'
import { read } from '../../checks/deploy/deploy-files.ts'

const HOST = 'prentice.example.com'

/** A proxy with a file of `deploy/`, in which only addresses, ports and certificates are others. */
export interface Proxy {
  readonly name: string
  readonly command: string
  write(place: Place): Promise<readonly string[]>
}

interface Place {
  readonly folder: string
  readonly port: number
  /** `127.0.0.1:PORT` of each server */
  readonly upstreams: readonly string[]
}

export const nginx: Proxy = {
  name: 'nginx',
  command: 'nginx',
  async write({ folder, port, upstreams }) {
    const site = read('deploy/nginx/nginx.conf')
      .replace(/ {4}server 127\.0\.0\.1:3000(.*;\n)/, (_, end: string) =>
        upstreams.map((upstream) => `    server ${upstream}${end}`).join(''),
      )
      .replace('    listen 443 ssl;\n', `    listen 127.0.0.1:${port} ssl;\n`)
      .replace('    listen [::]:443 ssl;\n', '')
      .replaceAll(/\/etc\/nginx\/tls\/prentice\.example\.com\.(pem|key)/g, `${folder}/tls.$1`)
    await writeFile(join(folder, 'site.conf'), site)
    await writeFile(
      join(folder, 'nginx.conf'),
      `daemon off; pid ${folder}/pid; error_log stderr; worker_processes 1; user root;
events {}
http { access_log off; include ${folder}/site.conf;
${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(' ')} }
`,
    )
    return ['-e', 'stderr', '-c', join(folder, 'nginx.conf')]
  },
}

export const caddy: Proxy = {
  name: 'Caddy',
  command: 'caddy',
  async write({ folder, port, upstreams }) {
    const site = read('deploy/caddy/Caddyfile')
      .replace('{$PUBLIC_URL:https://prentice.example.com}', `https://${HOST}:${port}`)
      .replace('{$UPSTREAM:127.0.0.1:3000}', upstreams.join(' '))
      .replace(' {\n', ` {\n\tbind 127.0.0.1\n\ttls ${folder}/tls.pem ${folder}/tls.key\n`)
    await writeFile(join(folder, 'Caddyfile'), `{\n\tadmin off\n\tauto_https off\n}\n${site}`)
    return ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')]
  },
}

export const isInstalled = ({ command }: Proxy): boolean =>
  spawnSync(command, ['version']).error === undefined

export interface Answer {
  readonly status: number | undefined
  readonly headers: IncomingHttpHeaders
  readonly body: AsyncIterable<Buffer>
}

export interface Send {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Buffer
  readonly localAddress?: string
}

/** Starts the proxy in front of these servers, until the test has ended. Returns what sends requests through it. */
export async function startProxy(proxy: Proxy, ...upstreams: string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'prentice-proxy-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const names = ['-subj', `/CN=${HOST}`, '-addext', `subjectAltName=DNS:${HOST}`]
  const files = ['-keyout', join(folder, 'tls.key'), '-out', join(folder, 'tls.pem')]
  const made = spawnSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...names, ...files])
  if (made.status !== 0) throw new Error(`openssl: ${made.stderr}`)
  const port = await pickPort(0)
  const args = await proxy.write({ folder, port, upstreams })
  const child = spawn(proxy.command, args, {
    env: { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const stderr = text(child.stderr)
  const ended = once(child, 'close')
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await ended
  })
  const send = (
    path: string,
    { method = 'GET', headers = {}, body, localAddress }: Send = {},
  ): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const options = {
        method,
        headers: { host: HOST, ...headers },
        servername: HOST,
        rejectUnauthorized: false,
      }
      const sent = request(
        `https://127.0.0.1:${port}${path}`,
        { ...options, agent: false, localAddress },
        (response) => resolve({ status: response.statusCode, headers: response.headers, body: response }),
      )
      sent.on('error', reject)
      sent.end(body)
    })
  return {
    send,
    async ready() {
      while (child.exitCode === null) {
        const answer = await send('/healthz').catch(() => null)
        if (answer?.status === 200) return
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
      throw new Error(`${proxy.name} ended: ${await stderr}`)
    },
  }
}
