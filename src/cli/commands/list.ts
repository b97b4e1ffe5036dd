import type { JobStatus, ListedJob, Pages } from '../../client/index.ts'
import { EXIT, type ExitCode } from '../output/exit-code.ts'
import { json, plainText } from '../output/plain-text.ts'
import { table } from '../output/table.ts'
import type { Channel } from '../output/terminal.ts'
import { ago, repositoryName } from '../output/words.ts'
import { type Context, connect, type JsonOption } from './context.ts'
import { lookForProject } from './find-project.ts'

interface ListOptions extends JsonOption {
  readonly repo?: string
  readonly all?: true
  readonly limit: number
  readonly status?: JobStatus
  readonly person?: string
  readonly model?: string
  readonly search?: string
  readonly metadata?: Readonly<Record<string, string>>
}

export async function list(context: Context, options: ListOptions): Promise<ExitCode> {
  const { terminal, signal, folder } = context
  const client = await connect(context, options)
  const project = options.all ? null : await lookForProject({ client, signal, repo: options.repo, folder })
  const { status, person, model, search: text, metadata } = options
  const limit = pageSize(options.limit)
  const isFiltered = [person, model, text].some((value) => value !== undefined)
  // The list of a project has only these filters; that of the account has all.
  const jobs =
    project !== null && !isFiltered
      ? client.jobs.list({ projectId: project.id, status, metadata, limit, signal })
      : client.jobs.list({ status, person, model, text, metadata, limit, signal })
  const found = await take(
    jobs,
    options.limit,
    ({ projectId }) => project === null || projectId === project.id,
  )
  if (options.json) await terminal.out.write(`${json(found)}\n`)
  else if (found.length > 0) await terminal.out.write(jobTable(terminal.out, found, context.now()))
  else
    await terminal.notes.write(
      `there are no such jobs${project === null ? '' : ` of ${plainText(project.repository)}`}\n`,
    )
  return EXIT.done
}

const pageSize = (wanted: number): number => Math.min(wanted, 100)

async function take(
  jobs: Pages<ListedJob>,
  limit: number,
  isWanted: (job: ListedJob) => boolean,
): Promise<ListedJob[]> {
  const found: ListedJob[] = []
  for await (const job of jobs) {
    if (isWanted(job)) found.push(job)
    if (found.length === limit) break
  }
  return found
}

function jobTable(channel: Channel, jobs: readonly ListedJob[], now: number): string {
  const { paint, isTerminal } = channel
  const colours = { active: paint.busy, completed: paint.good, failed: paint.bad, archived: paint.dim }
  const columns = [
    { head: 'ID', styled: paint.bold },
    {
      head: 'STATUS',
      styled: (cell: string, row: number) => (colours[jobs[row]?.status ?? 'active'] ?? paint.dim)(cell),
    },
    { head: 'REPOSITORY' },
    { head: 'CREATED', styled: paint.dim },
    { head: 'PULL REQUEST' },
    { head: 'TITLE' },
  ]
  const rows = jobs.map(({ id, status, source, createdAt, prLink, title }) => [
    id,
    status,
    repositoryName(source.repository),
    isTerminal ? ago(createdAt, now) : createdAt,
    isTerminal ? (prLink?.replace(/^.*\/pull\//, '#') ?? '') : (prLink ?? ''),
    title ?? '',
  ])
  return table(channel, columns, rows)
}
