import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { z } from 'zod'
import { RUN_INPUT } from '../../src/contract/github.ts'
import * as shape from './github-shapes.ts'
import type { BenchInstallation } from './installations.ts'

export interface WorkflowRunRef {
  readonly id: number
  readonly repositoryId: number
}

export interface Dispatched extends WorkflowRunRef {
  /** The id of the run in the inputs of the dispatch. */
  readonly run: string
}

export interface StandInGithub {
  readonly url: string
  /** Called for each workflow run that is started. */
  onDispatch(listener: (dispatched: Dispatched) => void): void
  /** Mints an OIDC token of a workflow run, for one request. */
  mintToken(workflowRun: WorkflowRunRef, audience: string): Promise<string>
  /** Marks the workflow run as completed. */
  end(workflowRunId: number): void
  /** The number of requests for a single workflow run. */
  runsRead(): number
  close(): Promise<void>
}

interface World {
  readonly installations: readonly BenchInstallation[]
  readonly places: readonly shape.Place[]
  readonly publicKey: object
  readonly ended: Set<number>
  onDispatch: (dispatched: Dispatched) => void
  runsRead: number
  lastRun: number
}

/**
 * A GitHub that responds immediately to the app's requests about projects and workflow runs, and issues the OIDC tokens of
 * runners. Run it in another process than the app, so that its CPU time does not count as the app's.
 */
export async function startStandInGithub(
  installations: readonly BenchInstallation[],
): Promise<StandInGithub> {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const world: World = {
    installations,
    places: installations.flatMap((installation) =>
      installation.repositories.map((repository) => ({ installation, repository })),
    ),
    publicKey: { ...(await exportJWK(publicKey)), kid: 'bench', alg: 'RS256', use: 'sig' },
    ended: new Set(),
    onDispatch: () => {},
    runsRead: 0,
    lastRun: 900_000_000,
  }
  const server = createServer(async (request, response) => {
    const { status, body } = await replyTo(world, request)
    const text = JSON.stringify(body)
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }
    response.writeHead(status, headers).end(text)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  let tokens = 0
  return {
    url,
    onDispatch(listener) {
      world.onDispatch = listener
    },
    async mintToken({ id, repositoryId }, audience) {
      const place = world.places.find(({ repository }) => repository.id === repositoryId)
      if (place === undefined) throw new Error(`no repository ${repositoryId}`)
      return new SignJWT(shape.claimsOf(place, id))
        .setProtectedHeader({ typ: 'JWT', alg: 'RS256', kid: 'bench' })
        .setIssuer(url)
        .setAudience(audience)
        .setJti(`token ${++tokens} of ${url}`)
        .setIssuedAt()
        .setExpirationTime('5 minutes')
        .sign(privateKey)
    },
    end: (workflowRunId) => world.ended.add(workflowRunId),
    runsRead: () => world.runsRead,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

interface Reply {
  readonly status: number
  readonly body: unknown
}

const ok = (body: unknown): Reply => ({ status: 200, body })
const NOT_FOUND: Reply = { status: 404, body: { message: 'Not Found' } }

async function replyTo(world: World, request: IncomingMessage): Promise<Reply> {
  const [path = ''] = (request.url ?? '').split('?', 1)
  const route = `${request.method} ${path}`
  const minted = /^POST \/app\/installations\/(\d+)\/access_tokens$/.exec(route)?.[1]
  if (minted !== undefined) return { status: 201, body: shape.tokenShape(Number(minted)) }
  if (route.startsWith('GET /users/')) return ok({ id: shape.BOT.id })
  switch (route) {
    case 'GET /.well-known/jwks':
      return ok({ keys: [world.publicKey] })
    case 'GET /app':
      return ok({ slug: 'prentice', client_id: 'Iv23bench' })
    case 'GET /app/installations':
      return ok(world.installations.map(shape.installationShape))
    case 'GET /installation/repositories':
      return ok(repositoriesOf(world, request))
  }
  const [, name = '', rest = ''] = /^\/repos\/([^/]+\/[^/]+)(.*)$/.exec(path) ?? []
  const place = world.places.find((one) => shape.nameOf(one) === name)
  return place === undefined ? NOT_FOUND : replyAbout(world, place, `${request.method} ${rest}`, request)
}

/** `route` is the part after the repository. There are no files, and no branches other than `main`. */
async function replyAbout(
  world: World,
  place: shape.Place,
  route: string,
  request: IncomingMessage,
): Promise<Reply> {
  if (route === 'GET ') return ok(shape.repositoryShape(place))
  if (/^GET \/git\/ref\/heads(\/|%2F)main$/.test(route)) return ok({ object: { sha: shape.HEAD_SHA } })
  const run = Number(/^GET \/actions\/runs\/(\d+)$/.exec(route)?.[1])
  if (run > 0) {
    world.runsRead++
    return ok(shape.runShape(place, run, world.ended.has(run)))
  }
  if (!/^POST \/actions\/workflows\/[^/]+\/dispatches$/.test(route)) return NOT_FOUND
  const { inputs } = Dispatch.parse(await json(request))
  const id = ++world.lastRun
  world.onDispatch({ id, repositoryId: place.repository.id, run: inputs[RUN_INPUT] })
  return ok(shape.dispatchShape(place, id))
}

const Dispatch = z.object({ inputs: z.object({ [RUN_INPUT]: z.string() }) })

/** The repositories of the token's installation. */
function repositoriesOf({ places }: World, { headers }: IncomingMessage) {
  const id = Number(/ghs_(\d+)_/.exec(headers.authorization ?? '')?.[1])
  const repositories = places.filter(({ installation }) => installation.id === id).map(shape.repositoryShape)
  return { total_count: repositories.length, repositories }
}
