import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import type { z } from 'zod'
import { ErrorBody } from '../../../../contract/job.ts'
import type { Env } from '../../shared/json-body.ts'
import { methodNotAllowed } from '../../shared/method-not-allowed.ts'
import { describeHeaders, type HeaderName } from './describe-headers.ts'
import { type Refusal, refusal } from './describe-refusal.ts'

type App = OpenAPIHono<Env>

export interface AnswerDescription {
  readonly description: string
  /** Left out: no body, or one that `contentType` says all about. */
  readonly schema?: z.ZodType
  readonly contentType?: string
  readonly headers?: readonly HeaderName[]
  /** There must be one where there is a body. */
  readonly example?: unknown
}

/** One operation of the interface: its description, and what answers it. */
export interface Operation {
  readonly id: string
  readonly method: 'get' | 'post'
  /** As in OpenAPI, with `{name}` for a parameter. */
  readonly path: string
  readonly summary: string
  readonly description: string
  readonly parameters: z.ZodObject
  readonly query?: z.ZodObject
  readonly requestHeaders?: z.ZodObject
  readonly body?: { readonly schema: z.ZodType; readonly example: unknown }
  readonly answers: Readonly<Record<number, AnswerDescription>>
  /** Statuses that are refusals, described once for all operations. */
  readonly refusals: readonly Refusal[]
  /** What a refusal means here, where it is more or less than for other operations. */
  readonly refusalDescriptions?: Readonly<Partial<Record<Refusal, string>>>
  readonly answer: (c: Context<Env>) => Promise<Response>
}

/** Puts the operations on the app, and their descriptions into its document. */
export function serveOperations(app: App, operations: readonly Operation[]): void {
  for (const operation of operations) {
    app.on(operation.method.toUpperCase(), honoPath(operation.path), operation.answer)
    describe(app, operation)
  }
  for (const path of new Set(operations.map((operation) => operation.path))) {
    refuseOtherMethods(app, path, operations)
  }
}

const honoPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1')

function refuseOtherMethods(app: App, path: string, operations: readonly Operation[]): void {
  const methods = operations.filter((operation) => operation.path === path).map(({ method }) => method)
  const allow = methods.map((method) => (method === 'get' ? 'GET, HEAD' : method.toUpperCase())).join(', ')
  app.all(honoPath(path), methodNotAllowed(allow))
}

function describe(app: App, operation: Operation): void {
  const { id, method, path, summary, description, parameters, query, requestHeaders, body } = operation
  app.openAPIRegistry.registerPath({
    operationId: id,
    method,
    path,
    summary,
    description,
    security: [{ apiKey: [] }],
    request: {
      params: parameters,
      ...(query && { query }),
      ...(requestHeaders && { headers: requestHeaders }),
      ...(body && {
        body: {
          required: true,
          content: { 'application/json': { schema: body.schema, example: body.example } },
        },
      }),
    },
    responses: Object.fromEntries([
      ...Object.entries(operation.answers).map(([status, answer]) => [status, describeAnswer(answer)]),
      ...operation.refusals.map((status) => [String(status), describeRefusal(operation, status)]),
    ]),
  })
}

function describeAnswer({ description, schema, contentType, headers = [], example }: AnswerDescription) {
  const type = contentType ?? 'application/json'
  const content = { schema: schema ?? { type: 'string' as const }, ...(example !== undefined && { example }) }
  return {
    description,
    headers: describeHeaders(['X-Request-Id', 'Cache-Control', ...headers]),
    ...((schema || contentType) && { content: { [type]: content } }),
  }
}

function describeRefusal({ refusalDescriptions }: Operation, status: Refusal) {
  const { example, headers = [], description } = refusal(status)
  return describeAnswer({
    description: refusalDescriptions?.[status] ?? description,
    headers,
    schema: ErrorBody,
    example: { error: example },
  })
}
