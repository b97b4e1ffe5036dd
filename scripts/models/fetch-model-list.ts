import type { ListedModel, ModelList } from './model-lists.ts'

const TIMEOUT_MS = 30_000
const MAX_PAGES = 20

/** All pages of a provider's list. Throws with what the provider answered; the key is never part of it. */
export async function fetchModelList(
  list: ModelList,
  environment: Readonly<Record<string, string | undefined>>,
  key: string,
): Promise<ListedModel[]> {
  const base = (environment[list.baseUrl] || list.defaultUrl).replace(/\/+$/, '')
  const found: ListedModel[] = []
  let next: Readonly<Record<string, string>> | null = {}
  for (let page = 0; next !== null; page += 1) {
    if (page === MAX_PAGES) throw new Error(`the list has more than ${MAX_PAGES} pages`)
    const url = `${base}/models?${new URLSearchParams({ ...list.query, ...next })}`
    const read = list.readPage(await fetchJson(url, list.headers(key)))
    found.push(...read.models)
    next = read.next
  }
  // A filter that no longer fits the names would look as if the provider had withdrawn all of them.
  if (found.length === 0) throw new Error('the list has no models for text')
  return found
}

async function fetchJson(url: string, headers: Readonly<Record<string, string>>): Promise<unknown> {
  const response = await fetch(url, { headers, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (!response.ok) {
    await response.body?.cancel()
    throw new Error(`HTTP ${response.status}`)
  }
  return response.json()
}
