import { OpenAPIHono } from '@hono/zod-openapi'
import { JobEvent } from '../../../contract/events.ts'
import { WebhookPayload } from '../../../contract/webhook.ts'
import { withoutKeys } from '../../keys/find-key.ts'
import { HttpError, methodNotAllowed } from '../shared/http-error.ts'
import type { Env } from '../shared/json-body.ts'
import { controlBatchRoutes } from './batches/control-batch.ts'
import { createBatchRoute } from './batches/create-batch.ts'
import { readBatchRoutes } from './batches/read-batches.ts'
import { continueJobRoutes } from './continue-job.ts'
import { createJobRoute } from './create-job.ts'
import { createUnreadBytes, type OpenStreams } from './events/open-streams.ts'
import { streamEventsRoute } from './events/stream-events.ts'
import { getJobRoute } from './get-job.ts'
import { getOutcomesRoute } from './get-outcomes.ts'
import { getLimitsRoute, getUsageRoute } from './get-usage.ts'
import { jobActions } from './job-actions.ts'
import { listAccountProjectsRoute } from './list-account-projects.ts'
import { listJobMessagesRoute } from './list-job-messages.ts'
import { getPatchRoute, listJobRunsRoute } from './list-job-runs.ts'
import { listAccountJobsRoute, listProjectJobsRoute } from './list-jobs.ts'
import { listModelsRoute } from './list-models.ts'
import { serveOperations, type V2Deps } from './operation/operation.ts'
import { describeWebhook, webhookRoutes } from './webhooks/webhook-routes.ts'

/** The interface callers see, and its description at `/openapi.json`. */
export function v2Routes(deps: V2Deps & { readonly streams: OpenStreams }): OpenAPIHono<Env> {
  const app = new OpenAPIHono<Env>()
  app.openAPIRegistry.registerComponent('securitySchemes', 'apiKey', {
    type: 'http',
    scheme: 'bearer',
    description:
      'An API key of the account, `prn_…`. Keep it on servers; never ship it to a browser or a device.',
  })
  // A copy: only a schema that is made after this package was loaded can be described by it.
  app.openAPIRegistry.register('JobEvent', JobEvent.clone())
  app.openAPIRegistry.registerWebhook(describeWebhook(WebhookPayload.clone()))
  const unread = createUnreadBytes()
  serveOperations(app, [
    createJobRoute(deps),
    getJobRoute(deps),
    ...continueJobRoutes(deps),
    streamEventsRoute(deps),
    listProjectJobsRoute(deps),
    listAccountJobsRoute(deps),
    listJobMessagesRoute({ ...deps, unread }),
    listJobRunsRoute(deps),
    getPatchRoute({ ...deps, unread }),
    ...jobActions(deps),
    listAccountProjectsRoute(deps),
    listModelsRoute(deps),
    getUsageRoute(deps),
    getOutcomesRoute(deps),
    getLimitsRoute(deps),
    createBatchRoute(deps),
    ...readBatchRoutes(deps),
    ...controlBatchRoutes(deps),
    ...webhookRoutes(deps),
  ])
  // Generated once: it takes a millisecond and 95 KiB, and anybody may ask for it.
  let description: Buffer<ArrayBuffer> | undefined
  app.get('/openapi.json', (c) => {
    description ??= Buffer.from(JSON.stringify(describe(app, deps.publicUrl)))
    return c.body(description, 200, {
      'content-type': 'application/json',
      'content-length': String(description.length),
      'cache-control': 'private, no-cache',
    })
  })
  app.all('/openapi.json', methodNotAllowed('GET, HEAD'))
  app.all('/v1/agent/*', (c) => {
    throw v1Gone(c.req.path)
  })
  return app
}

const TAGS = [
  { name: 'Batches', description: 'One prompt for many files or many projects.' },
  { name: 'Jobs', description: 'Prompts for a project, with their follow-up messages.' },
  { name: 'Models', description: 'What a job may name as its model.' },
  { name: 'Projects', description: 'Repositories on which the GitHub App is installed.' },
  { name: 'Runs', description: 'The attempts of the agent to work on a job: events, results and patches.' },
  { name: 'Usage', description: 'What the runs have used, and what the limits leave.' },
  { name: 'Webhooks', description: 'Events that the server sends to a URL.' },
]

const describe = (app: OpenAPIHono<Env>, publicUrl: string) =>
  app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'Prentice',
      version: '2.0.0',
      description:
        'Background jobs in which an agent edits a repository and opens a pull request. Every request needs an API key. Every error is `{"error": "<what is wrong and what to do>"}`. HEAD works like GET, without the body.',
      contact: { name: 'The operator of this server', url: publicUrl },
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
    },
    servers: [{ url: publicUrl }],
    tags: TAGS,
  })

/** Paths of version 1 that are also ones of version 2, and the method there. */
const SAME: readonly (readonly [RegExp, string])[] = [
  [/^\/v1(\/agent\/[\w-]{1,100}\/job(?:\/[\w-]{1,100}\/message)?)$/, 'POST'],
  [/^\/v1(\/agent\/[\w-]{1,100}\/(?:jobs|job\/[\w-]{1,100}))$/, 'GET'],
]

/** 410 with the call to make instead, whatever the method was. */
function v1Gone(path: string): HttpError {
  const [call = 'POST /v2/agent/{projectId}/job'] = SAME.flatMap(([form, method]) => {
    const rest = form.exec(withoutKeys(path))?.[1]
    return rest === undefined ? [] : [`${method} /v2${rest}`]
  })
  const body = call.startsWith('POST') ? ' with {"prompt": "…"}' : ''
  return new HttpError(410, `version 1 is gone: use ${call}${body}; /openapi.json describes all calls`)
}
