/** One HTTP request to GitHub, including Octokit's own requests for tokens. */
export interface GithubCall {
  readonly method: string
  /** Relative to the API root, without the query. */
  readonly path: string
  /** `null`: no response. */
  readonly status: number | null
  readonly headers: Headers | null
  readonly tookMs: number
}

/** Wraps `fetching` so that it reports each call when its response has arrived. */
export function observeCalls(
  fetching: typeof fetch,
  apiUrl: string,
  tell: (call: GithubCall) => void,
): typeof fetch {
  return async (input, init) => {
    const url = input instanceof Request ? input.url : String(input)
    const method = init?.method ?? (input instanceof Request ? input.method : 'GET')
    const path = url.replace(apiUrl, '').split('?', 1)[0] ?? ''
    const from = performance.now()
    const tookMs = () => performance.now() - from
    try {
      const response = await fetching(input, init)
      tell({ method, path, status: response.status, headers: response.headers, tookMs: tookMs() })
      return response
    } catch (error) {
      tell({ method, path, status: null, headers: null, tookMs: tookMs() })
      throw error
    }
  }
}
