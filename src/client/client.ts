import type { Jobs } from './job.ts'
import { createJobs } from './jobs.ts'
import { createProjects, type Projects } from './projects.ts'
import { type ClientOptions, readSettings } from './settings.ts'
import { createTransport } from './transport.ts'

export interface Client {
  readonly jobs: Jobs
  readonly projects: Projects
}

/** A client of one server with one API key. For servers and command lines; an API key does not belong in a browser. */
export function createClient(options: ClientOptions): Client {
  const transport = createTransport(readSettings(options))
  return { jobs: createJobs(transport), projects: createProjects(transport) }
}
