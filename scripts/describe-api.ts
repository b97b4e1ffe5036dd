/**
 * Fills the marked places of docs/api.md: what the description of the interface says, and calls with the answers that
 * the app's server really gives. With --check it only compares.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { Reason, reason } from '../src/contract/reasons.ts'
import type { Description } from '../test/support/app/check-described.ts'
import { type Call, recordCalls } from './api/record-calls.ts'
import { renderCall } from './api/render-call.ts'
import { renderEvents } from './api/render-events.ts'
import { operationsOf, renderFields, renderHeaders, renderOperation } from './api/render-operation.ts'

const file = new URL('../docs/api.md', import.meta.url)
const MARKED = /<!-- (\w+)(?:: ([\w-]+))? -->\n[\s\S]*?<!-- \/\1 -->/g

function fill(page: string, calls: ReadonlyMap<string, Call>, description: Description): string {
  const operations = operationsOf(description)
  const told = new Set(
    [...page.matchAll(MARKED)].flatMap(([, what, name]) => (what === 'operation' ? [name] : [])),
  )
  const fillers: Readonly<Record<string, (name: string) => string>> = {
    operation: (name) => renderOperation(description, known(operations.find(idIs(name)), name)),
    call: (name) => renderCall(known(calls.get(name), name)),
    fields: (name) => renderFields(description, name, 'Field'),
    headers: () => renderHeaders(description),
    events: () => renderEvents(description),
    reasons: renderReasons,
    others: () =>
      operations
        .filter(({ operation }) => !told.has(operation.operationId))
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
  if (found === undefined) throw new Error(`docs/api.md asks for ${name}, which there is not`)
  return found
}

function renderReasons(): string {
  const rows = Reason.shape.code.options.map((code) => `| \`${code}\` | ${reason(code, '…').message} |`)
  return ['| Code | What its message says |', '|---|---|', ...rows].join('\n')
}

const page = readFileSync(file, 'utf8')
const { calls, description } = await recordCalls()
const written = fill(page, calls, description)
if (!process.argv.includes('--check')) {
  writeFileSync(file, written)
} else if (written !== page) {
  console.error('docs/api.md is not what the server says and does: run `npm run describe`')
  process.exitCode = 1
}
