import type { Client, ModelList, Project, ProjectLimits, UsageReport } from '../../client/index.ts'
import { EXIT, type ExitCode } from '../output/exit-code.ts'
import { json } from '../output/plain-text.ts'
import { table } from '../output/table.ts'
import type { Channel } from '../output/terminal.ts'
import { duration, repositoryName } from '../output/words.ts'
import { type Context, connect, type JsonOption } from './context.ts'
import { findProject } from './find-project.ts'

export const GROUPS = ['day', 'project', 'model'] as const

interface UsageOptions extends JsonOption {
  readonly repo?: string
  readonly days: number
  readonly by: (typeof GROUPS)[number]
}

/** Prints what the last days have cost. The server groups them by day, project and model. */
export async function usage(context: Context, options: UsageOptions): Promise<ExitCode> {
  const { terminal, signal, folder } = context
  const client = await connect(context, options)
  const { repo, days, by } = options
  const projectId = repo === undefined ? undefined : (await findProject({ client, signal, repo, folder })).id
  const report = await client.usage({ days, projectId, signal })
  if (options.json) {
    await terminal.out.write(`${json(report)}\n`)
    return EXIT.done
  }
  const rows: Record<UsageOptions['by'], () => UsageRow[] | Promise<UsageRow[]>> = {
    day: () => report.days.map((one) => ({ ...one, group: one.date })),
    model: () => report.models.map((one) => ({ ...one, group: one.model })),
    async project() {
      const names = await repositoriesOf(client, signal)
      return report.projects.map((one) => ({ ...one, group: names.get(one.projectId) ?? one.projectId }))
    },
  }
  await terminal.out.write(usageTable(terminal.out, by, await rows[by](), report.total))
  return EXIT.done
}

async function repositoriesOf(client: Client, signal: AbortSignal): Promise<Map<string, string>> {
  const names = new Map<string, string>()
  for await (const { id, repository } of client.projects.list({ signal }))
    names.set(id, repositoryName(repository))
  return names
}

type UsageRow = UsageReport['total'] & { readonly group: string }

/** One row for each day, project or model. Output for people also has the sum. */
const usageTable = (
  channel: Channel,
  by: string,
  rows: readonly UsageRow[],
  total: UsageReport['total'],
): string =>
  table(
    channel,
    [
      { head: by.toUpperCase() },
      { head: 'JOBS' },
      { head: 'SUCCEEDED' },
      { head: 'FAILED' },
      { head: 'CANCELLED' },
      { head: 'INPUT TOKENS' },
      { head: 'OUTPUT TOKENS' },
      { head: 'COST' },
    ],
    [...rows, ...(channel.isTerminal ? [{ ...total, group: 'total' }] : [])].map((row) => [
      row.group,
      ...[row.jobs, row.succeeded, row.failed, row.cancelled, row.inputTokens, row.outputTokens].map(String),
      row.costUsd.toFixed(2),
    ]),
  )

export async function limits(
  context: Context,
  options: JsonOption & { readonly repo?: string },
): Promise<ExitCode> {
  const { terminal, signal, folder } = context
  const client = await connect(context, options)
  const { id } = await findProject({ client, signal, repo: options.repo, folder })
  const left = await client.limits(id, { signal })
  await terminal.out.write(options.json ? `${json(left)}\n` : limitsTable(terminal.out, left))
  return EXIT.done
}

/** A limit in each row: what is left of how much, and when it is full again. */
const limitsTable = (channel: Channel, { requests, daily, monthly }: ProjectLimits): string => {
  const reset = (seconds: number): string => (channel.isTerminal ? duration(seconds * 1000) : String(seconds))
  const budget = (name: string, { leftUsd, capUsd, resetSeconds }: ProjectLimits['daily']): string[] => [
    name,
    leftUsd.toFixed(2),
    capUsd.toFixed(2),
    reset(resetSeconds),
  ]
  const hour =
    requests === null
      ? []
      : [['requests', String(requests.remaining), String(requests.limit), reset(requests.resetSeconds)]]
  const columns = [{ head: 'LIMIT' }, { head: 'LEFT' }, { head: 'OF' }, { head: 'RESETS IN' }]
  const months = monthly.map((one) => budget(`month: ${one.name}`, one))
  return table(channel, columns, [...hour, budget('day', daily), ...months])
}

export async function models(context: Context, options: JsonOption): Promise<ExitCode> {
  const { terminal, signal } = context
  const client = await connect(context, options)
  const known = await client.models({ signal })
  await terminal.out.write(options.json ? `${json(known)}\n` : modelTable(terminal.out, known))
  return EXIT.done
}

/** Prices are those of a million tokens. */
const modelTable = (channel: Channel, { models, defaultModel }: ModelList): string =>
  table(
    channel,
    [
      { head: 'MODEL' },
      { head: 'INPUT' },
      { head: 'CACHED' },
      { head: 'OUTPUT' },
      { head: 'CONTEXT' },
      { head: '' },
    ],
    models.map(({ name, price, contextWindow }) => [
      name,
      ...[price?.input, price?.cachedInput, price?.output].map((usd) =>
        usd === undefined ? '' : usd.toFixed(2),
      ),
      String(contextWindow),
      name === defaultModel ? 'default' : '',
    ]),
  )

export async function projects(context: Context, options: JsonOption): Promise<ExitCode> {
  const { terminal, signal } = context
  const client = await connect(context, options)
  const found: Project[] = []
  for await (const project of client.projects.list({ signal })) found.push(project)
  const rows = found.map(({ id, repository, defaultBranch }) => [id, repository, defaultBranch ?? ''])
  const columns = [{ head: 'ID' }, { head: 'REPOSITORY' }, { head: 'DEFAULT BRANCH' }]
  if (options.json) await terminal.out.write(`${json(found)}\n`)
  else if (rows.length > 0) await terminal.out.write(table(terminal.out, columns, rows))
  else await terminal.notes.write('the API key covers no project: install the GitHub App on a repository\n')
  return EXIT.done
}
