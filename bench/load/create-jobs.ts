import type { Request } from 'autocannon'
import { z } from 'zod'
import type { Target } from '../target/start-target.ts'
import { PROMPT } from './prompt.ts'
import { runLoad } from './run-load.ts'

const Page = z.object({ jobs: z.array(z.object({ id: z.string() })), nextCursor: z.string().nullable() })

export const createRequest = (project: string): Request => ({
  method: 'POST',
  path: `/v2/agent/${project}/job`,
  body: JSON.stringify({ prompt: PROMPT }),
})

/** Creates jobs in the project over HTTP and returns their paths. */
export async function createJobs(app: Target, project: string, amount: number): Promise<string[]> {
  await runLoad(app, { requests: [createRequest(project)], status: 201 }, { amount })
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
  return Page.parse(await (await getFrom(app, `/v2/agent/${project}/jobs?${query}`)).json())
}

export async function getFrom(app: Target, path: string): Promise<Response> {
  const response = await fetch(`${app.url}${path}`, { headers: { authorization: `Bearer ${app.key}` } })
  if (!response.ok) throw new Error(`GET ${path}: ${response.status} ${await response.text()}`)
  return response
}
