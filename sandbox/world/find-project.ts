import { setTimeout as sleep } from 'node:timers/promises'

const WITHIN_MS = 10_000
const AGAIN_MS = 50

/** The project of a repository, once the app has heard of the installation. */
export async function findProject(baseUrl: string, apiKey: string, repository: string): Promise<string> {
  const url = `${baseUrl}/v2/projects?repository=${encodeURIComponent(repository)}`
  const deadline = performance.now() + WITHIN_MS
  for (;;) {
    const response = await fetch(url, { headers: { authorization: `Bearer ${apiKey}` } })
    const text = await response.text()
    const id = response.ok ? firstId(JSON.parse(text)) : null
    if (id !== null) return id
    if (performance.now() > deadline) throw new Error(`the app lists no project: ${response.status} ${text}`)
    await sleep(AGAIN_MS)
  }
}

function firstId(body: { projects?: { id?: string }[] }): string | null {
  return body.projects?.[0]?.id ?? null
}
