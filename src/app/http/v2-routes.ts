import { OpenAPIHono } from '@hono/zod-openapi'
import type { Env } from './json-body.ts'
import { refuseMethod } from './refuse-method.ts'
import { jobActions } from './v2/act-on-job.ts'
import { type CreateJobDeps, createJob } from './v2/create-job.ts'
import { getJob } from './v2/get-job.ts'
import { getPatch } from './v2/get-patch.ts'
import { JobEvent } from './v2/job-event.ts'
import { listAccountProjects } from './v2/list-account-projects.ts'
import { listJobRuns } from './v2/list-job-runs.ts'
import { listProjectJobs } from './v2/list-project-jobs.ts'
import { serveOperations } from './v2/operation.ts'
import { retryJob } from './v2/retry-job.ts'
import { sendMessage } from './v2/send-message.ts'
import { type StreamEventsDeps, streamEvents } from './v2/stream-events.ts'
import { versionOneIsGone } from './v2/version-1-is-gone.ts'

export interface V2Deps extends CreateJobDeps, StreamEventsDeps {}

/** The interface callers see, and its description at `/openapi.json`. */
export function v2Routes(deps: V2Deps & { readonly publicUrl: string }): OpenAPIHono<Env> {
  const app = new OpenAPIHono<Env>()
  app.openAPIRegistry.registerComponent('securitySchemes', 'apiKey', {
    type: 'http',
    scheme: 'bearer',
    description: 'An API key of the account, `prn_…`: a secret of servers, not for code that runs at a user.',
  })
  app.openAPIRegistry.register('JobEvent', JobEvent)
  serveOperations(app, [
    createJob(deps),
    getJob(deps),
    sendMessage(deps),
    retryJob(deps),
    streamEvents(deps),
    listProjectJobs(deps),
    listJobRuns(deps),
    getPatch(deps),
    ...jobActions(deps),
    listAccountProjects(deps),
  ])
  app.get('/openapi.json', (c) =>
    c.json(describe(app, deps.publicUrl), 200, { 'cache-control': 'private, no-cache' }),
  )
  app.all('/openapi.json', refuseMethod('GET, HEAD'))
  app.all('/v1/agent/*', (c) => {
    throw versionOneIsGone(c.req.path)
  })
  return app
}

const describe = (app: OpenAPIHono<Env>, publicUrl: string) =>
  app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'Prentice',
      version: '2.0.0',
      description:
        'Background agent jobs that edit a project and open a pull request. Every call needs an API key. Every error is `{"error": "<what is wrong and what to do>"}`. HEAD answers as GET, without the body.',
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
    },
    servers: [{ url: publicUrl }],
  })
