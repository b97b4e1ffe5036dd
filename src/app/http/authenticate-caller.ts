import { isInRanges } from '../keys/address-range.ts'
import { findKey } from '../keys/find-key.ts'
import type { KeyRecord, Scope } from '../keys/key-record.ts'
import { loadProject } from '../projects/load-project.ts'
import type { Project } from '../projects/project.ts'
import type { Store } from '../store/store.ts'
import { HttpError } from './http-error.ts'

export interface CallerDeps {
  readonly store: Store
  readonly now: () => number
}

export interface Credentials {
  readonly authorization: string | undefined
  /** The client's address. */
  readonly address: string
  readonly method: string
}

const CREDENTIALS = /^Bearer +([^\s,]+) *$/i

const unauthorized = (message: string, challenge = 'Bearer error="invalid_token"'): HttpError =>
  new HttpError(401, message, { 'www-authenticate': challenge })

/** The key a caller shows, if it may be used for this method from this address (RFC 6750). Throws 401 and 403. */
export async function authenticateCaller(deps: CallerDeps, credentials: Credentials): Promise<KeyRecord> {
  const { authorization, address, method } = credentials
  if (authorization === undefined) {
    throw unauthorized('send your API key in the header `Authorization: Bearer prn_…`', 'Bearer')
  }
  const presented = CREDENTIALS.exec(authorization)?.[1]
  if (presented === undefined) {
    throw unauthorized(
      'the Authorization header must be `Bearer` and one API key',
      'Bearer error="invalid_request"',
    )
  }
  const found = await findKey(deps, presented)
  switch (found.kind) {
    case 'malformed':
      throw unauthorized(
        'the API key is not one of ours: it starts with prn_ and has 40 characters; copy it again',
      )
    case 'unknown':
      throw unauthorized('the API key is unknown; make a new one with `npm run keys -- create`')
    case 'expired':
      throw unauthorized('the API key has expired; make a new one with `npm run keys -- create`')
    case 'revoked':
      throw unauthorized('the API key was revoked; make a new one with `npm run keys -- create`')
    case 'valid':
      return mayUse(found.key, scopeOf(method), address)
  }
}

/** `write` implies `read`. */
const scopeOf = (method: string): Scope => (method === 'GET' || method === 'HEAD' ? 'read' : 'write')

function mayUse(key: KeyRecord, scope: Scope, address: string): KeyRecord {
  if (!key.scopes.includes(scope) && !key.scopes.includes('write')) {
    throw new HttpError(403, `the API key lacks the scope ${scope}; make one that has it`)
  }
  if (key.allowedIps.length > 0 && !isInRanges(address, key.allowedIps)) {
    throw new HttpError(403, `the API key may not be used from ${address}`)
  }
  return key
}

export const covers = (key: KeyRecord, project: Project): boolean =>
  project.accountId === key.accountId && (key.projectIds === null || key.projectIds.includes(project.id))

/** The project, if the key covers it. One that it does not cover is answered like one that does not exist. */
export async function coveredProject(deps: CallerDeps, key: KeyRecord, id: string): Promise<Project> {
  const project = isProjectId(id) ? await loadProject(deps.store, id) : null
  if (project === null || !covers(key, project)) {
    throw new HttpError(
      404,
      `there is no project ${quoted(id)} that this API key covers; GET /v2/projects lists them`,
    )
  }
  return project
}

const isProjectId = (id: string): boolean => /^prj_[0-9a-z]{1,20}$/.test(id)

export const isJobId = (id: string): boolean => /^job_[0-9a-z]{26}$/.test(id)

/** What a caller sent, short enough for a message. */
export const quoted = (text: string): string =>
  JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text)
