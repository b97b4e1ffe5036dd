import type { z } from 'zod'
import type { ReadRequest, Said } from './wire-format.ts'

/** What every provider would refuse of a conversation. Pure. */
export function findConversationFaults({ said, tools, forced }: Omit<ReadRequest, 'faults'>): string[] {
  const faults = said.flatMap((item, index) => faultsOfItem(item, said[index - 1], said[index + 1]))
  const calls = said.flatMap((item) => (item.by === 'model' ? item.calls : []))
  return [
    ...faults,
    ...(said[0]?.by === 'user' ? [] : ['the first word is not the user’s']),
    ...(said.at(-1)?.by === 'model' ? ['the last word is the model’s'] : []),
    ...repeated(calls).map((id) => `two calls have the id ${id}`),
    ...repeated(tools).map((name) => `two tools are called ${name}`),
    ...tools
      .filter((name) => !/^[a-zA-Z0-9_-]{1,64}$/.test(name))
      .map((name) => `no name for a tool: ${name}`),
    ...(forced === null || tools.includes(forced)
      ? []
      : [`the forced tool ${forced} is not among the tools`]),
  ]
}

function faultsOfItem(item: Said, before: Said | undefined, after: Said | undefined): string[] {
  switch (item.by) {
    case 'user':
      return []
    case 'model': {
      const open = after?.by === 'tools' ? item.calls.filter((id) => !after.results.includes(id)) : item.calls
      return [
        ...open.map((id) => `the call ${id} has no result right after it`),
        ...(before?.by === 'model' ? ['the model speaks twice in a row'] : []),
      ]
    }
    case 'tools': {
      const asked = before?.by === 'model' ? before.calls : []
      const stray = item.results.filter((id) => !asked.includes(id))
      return [
        ...stray.map((id) => `the result ${id} answers no call right before it`),
        ...repeated(item.results).map((id) => `the call ${id} has two results`),
      ]
    }
  }
}

const repeated = (names: readonly string[]): string[] =>
  names.filter((name, index) => names.indexOf(name) !== index)

/** What is wrong with the shape of a request, by its provider's reference. */
export const shapeFaults = (error: z.ZodError): string[] => error.issues.flatMap(describeIssue)

function describeIssue(issue: z.core.$ZodIssue): string[] {
  const place = issue.path.join('.')
  // A union names what is wrong with each of its members; the nearest one has the fewest faults.
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [`${place}: ${issue.message}`]
  const [nearest = []] = issue.errors.toSorted((a, b) => a.length - b.length)
  return nearest.flatMap((inner) => describeIssue({ ...inner, path: [...issue.path, ...inner.path] }))
}
