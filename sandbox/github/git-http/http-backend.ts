import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { basename, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { needsPullRequest } from '../accounts/branch-rules.ts'
import { pushRuleVariables, takeRejections } from '../git/push-rules.ts'
import { gitEnvironment } from '../git/run-git.ts'
import { withLock } from '../git/write.ts'
import { processPushes } from '../pulls/process-pushes.ts'
import { repositoryPage } from '../shapes/repository.ts'
import type { Account } from '../state/account.ts'
import type { Repository } from '../state/repository.ts'
import type { GithubState } from '../state/state.ts'
import { readCgiHead } from './cgi-head.ts'
import { withRejectionReasons } from './report-status.ts'

export interface GitRequest {
  readonly repository: Repository
  readonly service: string
  readonly query: string
  readonly actor: Account
  readonly mayWriteWorkflows: boolean
}

/** Serves the request with git's own CGI program. */
export const httpBackend = async (
  state: GithubState,
  request: IncomingMessage,
  response: ServerResponse,
  gitRequest: GitRequest,
): Promise<void> => {
  if (gitRequest.service !== 'git-receive-pack') {
    const child = startBackend(state, request, gitRequest, {})
    const { head, rest } = await readCgiHead(child.stdout)
    response.writeHead(head.status, head.headers)
    response.write(rest)
    return pipeline(child.stdout, response).catch(unlessDisconnected)
  }
  await withLock(state, gitRequest.repository, () => receivePack(state, request, response, gitRequest))
}

/** A client may disconnect at any time, such as a runner that is stopped. `pipeline` then ends the program's output. */
const unlessDisconnected = (error: NodeJS.ErrnoException): void => {
  if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
}

/** Before it had sent all of its request. */
const isDisconnected = (request: IncomingMessage): boolean => request.destroyed && !request.complete

/** Responds to a push after branches, pull requests and webhooks reflect it. */
const receivePack = async (
  state: GithubState,
  request: IncomingMessage,
  response: ServerResponse,
  gitRequest: GitRequest,
): Promise<void> => {
  const rejectionsFile = join(state.directory, `rejections-${randomUUID()}`)
  const rules = {
    rejectionsFile,
    mayWriteWorkflows: gitRequest.mayWriteWorkflows,
    protectedBranches: gitRequest.repository.protectedBranches,
    ruledBranches: [...gitRequest.repository.refs.keys()]
      .map((ref) => ref.replace(/^refs\/heads\//, ''))
      .filter((branch) => needsPullRequest(gitRequest.repository, branch)),
    verifiedCommits: gitRequest.repository.verifiedCommits,
    requiresSignatures: gitRequest.repository.settings.requiresSignatures,
    rulesPage: `${repositoryPage(state, gitRequest.repository)}/rules`,
  }
  const child = startBackend(state, request, gitRequest, pushRuleVariables(rules))
  const { head, rest } = await readCgiHead(child.stdout)
  const chunks: Buffer[] = [rest]
  for await (const chunk of child.stdout) chunks.push(Buffer.from(chunk))
  const body = withRejectionReasons(Buffer.concat(chunks), await takeRejections(rejectionsFile))
  await processPushes(state, gitRequest.repository, gitRequest.actor)
  response.writeHead(head.status, head.headers).end(body)
}

/** The program itself: `git http-backend` would be one more process for each request. */
const backendProgram = (): string => {
  backend ??= join(execFileSync('git', ['--exec-path'], { encoding: 'utf8' }).trim(), 'git-http-backend')
  return backend
}
let backend: string | null = null

const startBackend = (
  state: GithubState,
  request: IncomingMessage,
  gitRequest: GitRequest,
  rules: Record<string, string>,
): ChildProcess & { stdout: Readable } => {
  const { headers } = request
  const child = spawn(backendProgram(), [], {
    signal: state.closing.signal,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: {
      ...gitEnvironment(state),
      ...rules,
      GIT_PROJECT_ROOT: state.directory,
      GIT_HTTP_EXPORT_ALL: '1',
      GIT_PROTOCOL: String(headers['git-protocol'] ?? ''),
      PATH_INFO: `/${basename(gitRequest.repository.gitDirectory)}/${gitRequest.service}`,
      QUERY_STRING: gitRequest.query,
      REQUEST_METHOD: request.method ?? 'GET',
      CONTENT_TYPE: headers['content-type'] ?? '',
      // No CONTENT_LENGTH: with it, git waits in a busy loop for the rest of a body whose sender was killed. Without it,
      // git reads to the end of the input.
      HTTP_CONTENT_ENCODING: headers['content-encoding'] ?? '',
      REMOTE_USER: gitRequest.actor.login,
      REMOTE_ADDR: '127.0.0.1',
    },
  })
  state.children.add(child)
  child.on('close', () => state.children.delete(child))
  child.on('error', (error) => {
    if (!state.closing.signal.aborted) state.log(`git http-backend: ${error.message}`)
  })
  child.stderr.on('data', (chunk: Buffer) => {
    if (!isDisconnected(request)) state.log(`git http-backend: ${chunk.toString().trim()}`)
  })
  // If a client disconnects during a push, git sees the end of its input and fails by itself.
  pipeline(request, child.stdin).catch((error: unknown) => {
    if (!isDisconnected(request) && !state.closing.signal.aborted)
      state.log(`git request body: ${String(error)}`)
  })
  return child
}
