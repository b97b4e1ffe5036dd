import type { AttachedImage } from '../../contract/runner-protocol/material.ts'
import { groupDigits } from '../../contract/text.ts'

// Egress: asks GitHub's hosts for attachments, without a token.

/** An image of the request as GitHub serves it. */
export type FetchedImage = Pick<AttachedImage, 'of' | 'url'> &
  ({ readonly bytes: Buffer } | { readonly bytes: null; readonly problem: string })

export interface FetchImagesOptions {
  /** Web URL of GitHub. */
  readonly serverUrl: string
  readonly signal: AbortSignal
}

/** Of one image: GitHub accepts 10 MB (https://docs.github.com/en/get-started/writing-on-github/working-with-advanced-formatting/attaching-files). */
const MAX_BYTES = 10 * 2 ** 20
const TIMEOUT_MS = 20_000
const MAX_REDIRECTS = 3

/**
 * Fetches the images of the request, without a token: a signed address needs none. An image that cannot be had has a problem.
 * Never rejects.
 */
export async function fetchImages(
  images: readonly AttachedImage[],
  options: FetchImagesOptions,
): Promise<FetchedImage[]> {
  return Promise.all(images.map((image) => fetchImage(image, options)))
}

async function fetchImage(
  { of, url, signedUrl }: AttachedImage,
  { serverUrl, signal }: FetchImagesOptions,
): Promise<FetchedImage> {
  try {
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)])
    const response = await follow(new URL(signedUrl ?? url), new URL(serverUrl), deadline)
    if (!response.ok) {
      await response.body?.cancel()
      throw new NotFetched(`GitHub answers with HTTP ${response.status}`)
    }
    return { of, url, bytes: await readAtMost(response, MAX_BYTES) }
  } catch (error) {
    // The address of the request is not named: it may be signed.
    const problem = error instanceof NotFetched ? error.message : describe(error)
    return { of, url, bytes: null, problem }
  }
}

class NotFetched extends Error {}

const describe = (error: unknown): string =>
  error instanceof Error && error.name === 'TimeoutError'
    ? `GitHub does not answer within ${TIMEOUT_MS / 1000} seconds`
    : 'GitHub cannot be reached'

/** Where github.com serves what people attached. The last one is where it redirects to for a public repository. */
const HOSTS: ReadonlySet<string> = new Set([
  'https://private-user-images.githubusercontent.com',
  'https://user-images.githubusercontent.com',
  'https://github-production-user-asset-6210df.s3.amazonaws.com',
])

const isAllowed = (url: URL, server: URL): boolean =>
  url.username === '' &&
  (url.origin === server.origin || (server.origin === 'https://github.com' && HOSTS.has(url.origin)))

async function follow(first: URL, server: URL, signal: AbortSignal): Promise<Response> {
  let url = first
  for (let redirects = 0; ; redirects += 1) {
    if (!isAllowed(url, server)) throw new NotFetched('it is not at an address of GitHub for attachments')
    const response = await fetch(url, { redirect: 'manual', signal, headers: { accept: 'image/*' } })
    const location = response.headers.get('location')
    if (response.status < 300 || response.status >= 400 || location === null) return response
    await response.body?.cancel()
    const next = URL.parse(location, url.href)
    if (next === null || redirects === MAX_REDIRECTS) throw new NotFetched('GitHub redirects it to no file')
    url = next
  }
}

async function readAtMost(response: Response, limit: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > limit) throw new NotFetched(`it has more than ${groupDigits(limit)} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
