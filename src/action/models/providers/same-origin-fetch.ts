// Egress: asks the model, with what was redacted for it, and nobody to whom it redirects.

type Fetch = typeof globalThis.fetch

const MAX_REDIRECTS = 3

/**
 * `fetch` for one provider, which follows redirects only within the provider's own origin. A redirect elsewhere would
 * get the key, which some providers expect in a header, and the conversation, source code included. `variable`: the
 * environment variable with the provider's address.
 */
export const sameOriginFetch =
  (fetch: Fetch, variable: string): Fetch =>
  async (input, init) => {
    let url = new URL(input instanceof Request ? input.url : input)
    for (let redirects = 0; ; redirects += 1) {
      const response = await fetch(url.href, { ...init, redirect: 'manual' })
      const location = response.headers.get('location')
      if (response.status < 300 || response.status >= 400 || location === null) return response
      await response.body?.cancel()
      const to = URL.parse(location, url.href)
      // Any other status turns the POST into a GET.
      const isFollowed = to?.origin === url.origin && (response.status === 307 || response.status === 308)
      if (!isFollowed || redirects === MAX_REDIRECTS) return refuse(to, variable)
      url = to
    }
  }

/** The message is in the status text, where the providers' packages look for it if a response has no body. */
function refuse(to: URL | null, variable: string): Response {
  const where = to === null ? 'to no address' : `to ${to.origin}${to.pathname}`
  const statusText = `it redirects ${where}, which is not followed; set ${variable} to the right address`
  return new Response(null, { status: 400, statusText })
}
