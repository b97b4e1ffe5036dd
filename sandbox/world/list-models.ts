const TIMEOUT_MS = 5_000

/** The ids of the models of an OpenAI-compatible server. As for the action, a base URL without a path means `/v1`. */
export async function listModels(baseUrl: string, key: string | null): Promise<string[]> {
  const url = new URL(baseUrl)
  const path = url.pathname.replace(/\/+$/, '') || '/v1'
  const list = `${url.origin}${path}/models`
  const response = await fetch(list, {
    headers: key === null ? {} : { authorization: `Bearer ${key}` },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (!response.ok) throw new Error(`GET ${list} returned ${response.status}`)
  return idsIn(await response.json())
}

function idsIn(body: unknown): string[] {
  const data = typeof body === 'object' && body !== null && 'data' in body ? body.data : null
  if (!Array.isArray(data)) throw new Error('the response is not a list of models')
  return data.flatMap((model: unknown) =>
    typeof model === 'object' && model !== null && 'id' in model && typeof model.id === 'string'
      ? [model.id]
      : [],
  )
}
