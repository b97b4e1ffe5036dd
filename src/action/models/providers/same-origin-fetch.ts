type Fetch = typeof globalThis.fetch

const MOST_REDIRECTS = 3

/**
 * `fetch` for one provider, which follows a redirect on the provider's own host only. The keys of some are in headers
 * that would go along to wherever it points, and so would the conversation, source code included. `variable`: where the
 * address of the provider is set.
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
      // Others than these two make a POST a GET.
      const isFollowed = to?.origin === url.origin && (response.status === 307 || response.status === 308)
      if (!isFollowed || redirects === MOST_REDIRECTS) return refuse(to, variable)
      url = to
    }
  }

/** In the place where the providers' packages look for a message in an answer without a body. */
function refuse(to: URL | null, variable: string): Response {
  const where = to === null ? 'to no address' : `to ${to.origin}${to.pathname}`
  const statusText = `it redirects ${where}, which is not followed; set ${variable} to the right address`
  return new Response(null, { status: 400, statusText })
}
