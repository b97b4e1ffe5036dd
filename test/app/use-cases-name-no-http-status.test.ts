import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

/** The modules of the use cases and the rules below them; `github` reads the status codes of GitHub's responses. */
const MODULES = ['domain', 'jobs', 'keys', 'projects', 'records', 'runs', 'timers', 'webhooks']

/** Webhooks are received as requests; this file is their adapter to HTTP. */
const ADAPTERS = ['src/app/webhooks/receive.ts']

/** Those that a server uses to refuse. 400 and 500 stand for sizes of pages as well. */
const REFUSING_STATUS = /\b(401|403|404|405|409|410|413|415|422|426|429|503)\b/

const withoutComments = (code: string): string => code.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')

describe('a use case returns an outcome, and HTTP gives it a status', () => {
  const files = MODULES.flatMap((module) => globSync(`src/app/${module}/**/*.ts`)).filter(
    (file) => !ADAPTERS.includes(file),
  )

  it.each(files)('%s names no status code', (file) => {
    expect(withoutComments(readFileSync(file, 'utf8'))).not.toMatch(REFUSING_STATUS)
  })
})
