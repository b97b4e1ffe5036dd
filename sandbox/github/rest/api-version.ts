import type { IncomingMessage } from 'node:http'
import type { Dialect } from '../state/state.ts'
import { ApiError } from './api-error.ts'

export type ApiVersion = '2022-11-28' | '2026-03-10'

/** The newest is last. Enterprise Server up to 3.20 has the first one only. */
const SERVED: Readonly<Record<Dialect, readonly ApiVersion[]>> = {
  github: ['2022-11-28', '2026-03-10'],
  enterprise: ['2022-11-28'],
}

/**
 * The version that a request asks for: https://docs.github.com/en/rest/about-the-rest-api/api-versions.
 * The wording of the refusal is GitHub's: https://github.com/expipiplus1/update-nix-fetchgit/issues/79.
 */
export const readApiVersion = ({ headers }: IncomingMessage, dialect: Dialect): ApiVersion => {
  const asked = headers['x-github-api-version']
  if (asked === undefined) return '2022-11-28'
  const version = SERVED[dialect].find((served) => served === asked)
  if (version !== undefined) return version
  const served = SERVED[dialect].map((name) => `"${name}"`).join(', ')
  throw new ApiError(
    400,
    `The version you specified in the "X-GitHub-API-Version" request header, "${asked}", is not a supported version. The following versions are currently supported: ${served} (most recent).`,
  )
}

/** https://docs.github.com/en/rest/using-the-rest-api/getting-started-with-the-rest-api#user-agent */
export const requireUserAgent = ({ headers }: IncomingMessage): void => {
  if (!headers['user-agent'])
    throw new ApiError(
      403,
      'Request forbidden by administrative rules. Please make sure your request has a User-Agent header',
    )
}

/** https://docs.github.com/en/rest/about-the-rest-api/breaking-changes, of the properties that the shapes have. */
const REMOVED: ReadonlySet<string> = new Set(['assignee', 'has_downloads', 'merge_commit_sha'])

/** The text of a body as that version has it. */
export const writeBody = (body: object, version: ApiVersion): string =>
  JSON.stringify(body, (key, value: unknown) => {
    if (typeof value === 'bigint') return JSON.rawJSON(String(value))
    return version !== '2022-11-28' && REMOVED.has(key) ? undefined : value
  })

declare global {
  /** https://github.com/tc39/proposal-json-parse-with-source: a number of any length. */
  interface JSON {
    rawJSON(text: string): unknown
  }
}
