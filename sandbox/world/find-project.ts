import { setTimeout as sleep } from 'node:timers/promises'

const TIMEOUT_MS = 10_000
const RETRY_MS = 50

/** Waits until the app has processed the installation, and returns the project of the repository. */
export async function findProject(baseUrl: string, apiKey: string, repository: string): Promise<string> {
  const url = `${baseUrl}/v2/projects?repository=${encodeURIComponent(repository)}`
  const deadline = performance.now() + TIMEOUT_MS
  for (;;) {
    const response = await fetch(url, { headers: { authorization: `Bearer ${apiKey}` } })
    const text = await response.text()
    const id = response.ok ? firstId(JSON.parse(text)) : null
    if (id !== null) return id
    if (performance.now() > deadline) throw new Error(`the app lists no project: ${response.status} ${text}`)
    await sleep(RETRY_MS)
  }
}

function firstId(body: { projects?: { id?: string }[] }): string | null {
  return body.projects?.[0]?.id ?? null
}
