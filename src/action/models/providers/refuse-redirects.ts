// Egress: asks the model, with what was redacted for it, and nobody to whom it redirects.
type Fetch = typeof globalThis.fetch

/**
 * `fetch` for one provider, which follows no redirect: the key, which some providers expect in a header, and the conversation,
 * source code included, would go to where it points. Several tenants may share a host, each below a path. `variable`: the
 * environment variable with the provider's address.
 */
export const refuseRedirects =
  (fetch: Fetch, variable: string): Fetch =>
  async (input, init) => {
    const response = await fetch(input, { ...init, redirect: 'manual' })
    const location = response.headers.get('location')
    if (response.status < 300 || response.status >= 400 || location === null) return response
    await response.body?.cancel()
    const to = URL.parse(location, input instanceof Request ? input.url : String(input))
    const where = to === null ? 'to no address' : `to ${to.origin}${to.pathname}`
    // In the status text, where the providers' packages look for a message if a response has no body.
    const statusText = `it redirects ${where}, which is not followed; set ${variable} to the right address`
    return new Response(null, { status: 400, statusText })
  }
