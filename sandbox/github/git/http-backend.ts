import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { basename, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Account, Repository } from '../model.ts'
import type { GithubState } from '../state.ts'
import { announcePushes } from './announce-pushes.ts'
import { readCgiHead } from './cgi-head.ts'
import { namedRefusals } from './named-refusals.ts'
import { pushRuleVariables, takeRefusals } from './push-rules.ts'
import { gitEnvironment } from './run-git.ts'
import { alone } from './write.ts'

export interface GitRequest {
  readonly repository: Repository
  readonly service: string
  readonly query: string
  readonly actor: Account
  readonly mayWriteWorkflows: boolean
}

/** Lets git itself answer, as the CGI program it ships. */
export const httpBackend = async (
  hub: GithubState,
  request: IncomingMessage,
  response: ServerResponse,
  wanted: GitRequest,
): Promise<void> => {
  if (wanted.service !== 'git-receive-pack') {
    const child = startBackend(hub, request, wanted, {})
    const { head, rest } = await readCgiHead(child.stdout)
    response.writeHead(head.status, head.headers)
    response.write(rest)
    return pipeline(child.stdout, response)
  }
  await alone(hub, wanted.repository, () => receivePack(hub, request, response, wanted))
}

/** The answer to a push leaves when branches, pull requests and webhooks have followed it. */
const receivePack = async (
  hub: GithubState,
  request: IncomingMessage,
  response: ServerResponse,
  wanted: GitRequest,
): Promise<void> => {
  const refusalsFile = join(hub.directory, `refusals-${randomUUID()}`)
  const rules = {
    refusalsFile,
    mayWriteWorkflows: wanted.mayWriteWorkflows,
    protectedBranches: wanted.repository.protectedBranches,
  }
  const child = startBackend(hub, request, wanted, pushRuleVariables(rules))
  const { head, rest } = await readCgiHead(child.stdout)
  const body: Buffer[] = [rest]
  for await (const chunk of child.stdout) body.push(Buffer.from(chunk))
  const answer = namedRefusals(Buffer.concat(body), await takeRefusals(refusalsFile))
  await announcePushes(hub, wanted.repository, wanted.actor)
  response.writeHead(head.status, head.headers).end(answer)
}

const startBackend = (
  hub: GithubState,
  request: IncomingMessage,
  wanted: GitRequest,
  rules: Record<string, string>,
): ChildProcess & { stdout: Readable } => {
  const { headers } = request
  const child = spawn('git', ['http-backend'], {
    signal: hub.closing.signal,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: {
      ...gitEnvironment(hub),
      ...rules,
      GIT_PROJECT_ROOT: hub.directory,
      GIT_HTTP_EXPORT_ALL: '1',
      GIT_PROTOCOL: String(headers['git-protocol'] ?? ''),
      PATH_INFO: `/${basename(wanted.repository.gitDirectory)}/${wanted.service}`,
      QUERY_STRING: wanted.query,
      REQUEST_METHOD: request.method ?? 'GET',
      CONTENT_TYPE: headers['content-type'] ?? '',
      // No CONTENT_LENGTH: with it git waits in a busy loop for the rest of a body whose sender was killed; without
      // it git reads to the end.
      HTTP_CONTENT_ENCODING: headers['content-encoding'] ?? '',
      REMOTE_USER: wanted.actor.login,
      REMOTE_ADDR: '127.0.0.1',
    },
  })
  hub.children.add(child)
  child.on('close', () => hub.children.delete(child))
  child.on('error', (error) => {
    if (!hub.closing.signal.aborted) hub.log(`git http-backend: ${error.message}`)
  })
  child.stderr.on('data', (chunk: Buffer) => hub.log(`git http-backend: ${chunk.toString().trim()}`))
  // A client that goes away in the middle of a push is git's to notice, by its input ending.
  pipeline(request, child.stdin).catch((error: unknown) => {
    if (!hub.closing.signal.aborted) hub.log(`git request body: ${String(error)}`)
  })
  return child
}
