/**
 * Fills the marked places of docs/api.md from the OpenAPI description and from the responses of a real server. With
 * --check it only compares.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import type { Description } from '../test/support/app/check-described.ts'
import { type Call, recordCalls } from './api/record-calls.ts'
import { renderCall } from './api/render-call.ts'
import { renderEvents } from './api/render-events.ts'
import {
  operationsOf,
  renderErrors,
  renderFields,
  renderHeaders,
  renderOperation,
} from './api/render-operation.ts'

const file = new URL('../docs/api.md', import.meta.url)
const MARKED = /<!-- (\w+)(?:: ([\w-]+))? -->\n[\s\S]*?<!-- \/\1 -->/g

function fill(page: string, calls: ReadonlyMap<string, Call>, description: Description): string {
  const operations = operationsOf(description)
  const placed = new Set(
    [...page.matchAll(MARKED)].flatMap(([, what, name]) => (what === 'operation' ? [name] : [])),
  )
  const fillers: Readonly<Record<string, (name: string) => string>> = {
    operation: (name) => renderOperation(description, known(operations.find(idIs(name)), name)),
    call: (name) => renderCall(known(calls.get(name), name)),
    fields: (name) => renderFields(description, name, 'Field'),
    headers: () => renderHeaders(description),
    events: () => renderEvents(description),
    errors: () => renderErrors(description),
    others: () =>
      operations
        .filter(({ operation }) => !placed.has(operation.operationId))
        .map((place) => `## ${place.operation.summary}\n\n${renderOperation(description, place)}`)
        .join('\n\n'),
  }
  return page.replaceAll(MARKED, (_, what: string, name = '') => {
    const marker = name === '' ? what : `${what}: ${name}`
    const text = known(fillers[what], what)(name)
    return [`<!-- ${marker} -->`, ...(text === '' ? [] : [text]), `<!-- /${what} -->`].join('\n')
  })
}

const idIs =
  (id: string) =>
  ({ operation }: { operation: { operationId: string } }): boolean =>
    operation.operationId === id

function known<T>(found: T | undefined, name: string): T {
  if (found === undefined) throw new Error(`docs/api.md names ${name}, which does not exist`)
  return found
}

const page = readFileSync(file, 'utf8')
const { calls, description } = await recordCalls()
const written = fill(page, calls, description)
if (!process.argv.includes('--check')) {
  writeFileSync(file, written)
} else if (written !== page) {
  console.error('docs/api.md does not match the server: run `npm run describe`')
  process.exitCode = 1
}
