import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { z } from 'zod'

export interface LocalRegistry {
  readonly url: string
  /** The versions that were published to it. */
  readonly published: () => readonly string[]
  readonly close: () => Promise<void>
}

const Document = z.looseObject({
  name: z.string(),
  versions: z.record(z.string(), z.unknown()),
  _attachments: z.record(z.string(), z.object({ data: z.string() })),
})
type Document = z.infer<typeof Document>

/**
 * A registry on loopback that holds one package, and sends readers of any other to `upstream`: a redirect, which reads only. It takes
 * a version once, as the registry of npm does. https://github.com/npm/registry/blob/main/docs/REGISTRY-API.md
 */
export async function startLocalRegistry(name: string, upstream: string): Promise<LocalRegistry> {
  let document: Document | null = null
  const own = `/${encodeURIComponent(name)}`
  const server = createServer(async (request, response) => {
    const answer = (status: number, body: object | Buffer, headers: Record<string, string> = {}): void => {
      response.writeHead(status, headers)
      response.end(Buffer.isBuffer(body) ? body : JSON.stringify(body))
    }
    const path = request.url ?? '/'
    if (request.method === 'PUT' && path === own) {
      const sent = Document.safeParse(await json(request))
      if (!sent.success || sent.data.name !== name) return answer(400, { error: 'not the package' })
      const again = Object.keys(sent.data.versions).find((version) => document?.versions[version])
      if (again !== undefined)
        return answer(403, { error: `You cannot publish over the previously published version ${again}.` })
      document = {
        ...sent.data,
        versions: { ...document?.versions, ...sent.data.versions },
        _attachments: { ...document?._attachments, ...sent.data._attachments },
      }
      return answer(201, { ok: true })
    }
    if (request.method !== 'GET') return answer(405, { error: 'this registry is of a rehearsal' })
    if (path.split('?')[0] === own) {
      const { _attachments, ...shown } = document ?? { _attachments: null, error: 'Not found' }
      return answer(document === null ? 404 : 200, shown, { 'content-type': 'application/json' })
    }
    const file = path.startsWith(`/${name}/-/`)
      ? document?._attachments[path.slice(name.length + 4)]
      : undefined
    if (file !== undefined) return answer(200, Buffer.from(file.data, 'base64'))
    return answer(302, {}, { location: new URL(path.slice(1), upstream).href })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    published: () => Object.keys(document?.versions ?? {}),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
