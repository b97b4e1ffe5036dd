import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Json } from '../rest/route.ts'
import { escapeHtml } from '../shapes/escape-html.ts'
import type { Account } from '../state/account.ts'
import type { Attachment } from '../state/attachment.ts'
import type { Repository } from '../state/repository.ts'
import type { GithubState } from '../state/state.ts'

/** On github.com another host serves these: https://private-user-images.githubusercontent.com */
const SIGNED = '/private-user-images/'
const ATTACHED = '/user-attachments/assets/'
const VALID_MS = 300_000

/** "Attach files" in a text field; the address goes into the text. */
export const attach = (
  state: GithubState,
  repository: Repository,
  { bytes, type, author }: { bytes: Uint8Array; type: string; author: Account },
): string => {
  const uuid = randomUUID()
  state.attachments.set(uuid, { uuid, id: state.nextId(), repository, bytes, type, author })
  return `${state.urls.server}${ATTACHED}${uuid}`
}

const sign = (state: GithubState, attachment: Attachment): string => {
  const token = randomUUID()
  state.signedAttachments.set(token, { attachment, until: state.now().getTime() + VALID_MS })
  const { author, id, uuid, type } = attachment
  return `${state.urls.server}${SIGNED}${author.id}/${id}-${uuid}.${type.replace(/^.*\//, '')}?jwt=${token}`
}

const ADDRESS = /\/user-attachments\/assets\/([0-9a-f-]{36})/g

/** What GitHub adds to a text for the media type `full`: the text as HTML, with signed addresses. */
export const withHtml = <B extends Json | readonly Json[] | undefined>(state: GithubState, body: B): B => {
  if (Array.isArray(body)) return body.map((one: Json) => withHtml(state, one)) as unknown as B
  if (body === undefined || !('body' in body)) return body
  const text = typeof body.body === 'string' ? body.body : ''
  const images = [...text.matchAll(ADDRESS)].flatMap(([, uuid = '']) => {
    const attachment = state.attachments.get(uuid)
    return attachment ? [`<img src="${escapeHtml(sign(state, attachment))}">`] : []
  })
  return { ...body, body_html: `<p>${escapeHtml(text)}</p>${images.join('')}`, body_text: text }
}

/** Serves attachments; `null`: the request is for something else. */
export const serveAttachment = (
  state: GithubState,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> | null => {
  const { pathname, searchParams } = new URL(request.url ?? '/', state.urls.server)
  if (pathname.startsWith(ATTACHED)) {
    const attachment = state.attachments.get(pathname.slice(ATTACHED.length))
    // GitHub takes a session, and no token, for those of a private repository.
    const isShown = attachment !== undefined && !attachment.repository.private
    if (isShown) response.writeHead(302, { location: sign(state, attachment) }).end()
    else response.writeHead(404, { 'content-type': 'text/plain' }).end('Not Found\n')
    return Promise.resolve()
  }
  if (!pathname.startsWith(SIGNED)) return null
  const signed = state.signedAttachments.get(searchParams.get('jwt') ?? '')
  if (signed === undefined || signed.until < state.now().getTime())
    response.writeHead(403, { 'content-type': 'text/plain' }).end('Forbidden\n')
  else response.writeHead(200, { 'content-type': signed.attachment.type }).end(signed.attachment.bytes)
  return Promise.resolve()
}
