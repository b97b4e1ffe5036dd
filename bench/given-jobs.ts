import type { Request } from 'autocannon'
import { z } from 'zod'
import { PROMPT } from './prompt.ts'
import { putLoadOn } from './put-load-on.ts'
import type { Target } from './start-target.ts'

const Page = z.object({ jobs: z.array(z.object({ id: z.string() })), nextCursor: z.string().nullable() })

export const createIn = (project: string): Request => ({
  method: 'POST',
  path: `/v2/agent/${project}/job`,
  body: JSON.stringify({ prompt: PROMPT }),
})

/** Creates so many jobs in the project, as a caller would, and tells their paths. */
export async function givenJobs(app: Target, project: string, amount: number): Promise<string[]> {
  await putLoadOn(app, { requests: [createIn(project)], status: 201 }, { amount })
  const paths: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: z.infer<typeof Page> = await readPage(app, project, cursor)
    paths.push(...page.jobs.map(({ id }) => `/v2/agent/${project}/job/${id}`))
    cursor = page.nextCursor
  }
  return paths
}

async function readPage(app: Target, project: string, cursor: string): Promise<z.infer<typeof Page>> {
  const query = new URLSearchParams({ limit: '100', ...(cursor !== '' && { cursor }) })
  return Page.parse(await (await ask(app, `/v2/agent/${project}/jobs?${query}`)).json())
}

export async function ask(app: Target, path: string): Promise<Response> {
  const response = await fetch(`${app.url}${path}`, { headers: { authorization: `Bearer ${app.key}` } })
  if (!response.ok) throw new Error(`GET ${path}: ${response.status} ${await response.text()}`)
  return response
}
