import { ApiError } from '../rest/api-error.ts'
import type { Run } from '../state/repository.ts'

/** The runs of one workflow or of all that match the query, newest first. */
export const selectRuns = (
  runs: readonly Run[],
  workflowId: number | null,
  query: URLSearchParams,
): Run[] => {
  const only = (name: string, read: (run: Run) => string) => {
    const wanted = query.get(name)
    return (run: Run) => wanted === null || read(run) === wanted
  }
  const status = query.get('status')
  const created = createdFilter(query.get('created'))
  return runs
    .filter((run) => workflowId === null || run.workflow.id === workflowId)
    .filter(only('event', (run) => run.event))
    .filter(only('head_sha', (run) => run.sha))
    .filter(only('branch', (run) => run.ref.replace(/^refs\/(heads|tags)\//, '')))
    .filter(only('actor', (run) => run.actor.login))
    .filter((run) => status === null || status === run.status || status === run.conclusion)
    .filter((run) => created(run.createdAt))
    .reverse()
}

/** GitHub's date filters: `>=X`, `>X`, `<=X`, `<X`, `X..Y`, `X`. Creation times have no fraction of a second. */
const createdFilter = (text: string | null): ((date: Date) => boolean) => {
  if (text === null) return () => true
  const [, sign = '', from = '', to] = /^(>=|<=|>|<)?(.+?)(?:\.\.(.+))?$/.exec(text) ?? []
  const start = timeOf(from)
  const seconds = (date: Date) => Math.floor(date.getTime() / 1000) * 1000
  if (to !== undefined)
    return (date) => (from === '*' || seconds(date) >= start) && seconds(date) <= timeOf(to)
  switch (sign) {
    case '>=':
      return (date) => seconds(date) >= start
    case '>':
      return (date) => seconds(date) > start
    case '<=':
      return (date) => seconds(date) <= start
    case '<':
      return (date) => seconds(date) < start
    default:
      return (date) => date.toISOString().startsWith(from)
  }
}

const timeOf = (text: string): number => {
  const time = text === '*' ? 0 : Date.parse(text)
  if (Number.isNaN(time)) throw new ApiError(422, `created: ${text} is not a date`)
  return time
}
