import type { Client } from '../../client/index.ts'
import { EXIT, type ExitCode } from '../output/exit-code.ts'
import { json } from '../output/plain-text.ts'
import { limitsTable, modelTable, type UsageRow, usageTable } from '../output/show-account.ts'
import { repositoryName } from '../output/words.ts'
import { findProject } from '../project/find-project.ts'
import { type Context, connect, type ServerOption } from './context.ts'

interface JsonOption extends ServerOption {
  readonly json?: true
}

export const GROUPS = ['day', 'project', 'model'] as const

export interface UsageOptions extends JsonOption {
  readonly repo?: string
  readonly days: number
  readonly by: (typeof GROUPS)[number]
}

/** Prints what the last days have cost. The server groups them by day, project and model. */
export async function usage(context: Context, options: UsageOptions): Promise<ExitCode> {
  const { terminal, signal, folder } = context
  const { client } = await connect(context, options)
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

export async function limits(
  context: Context,
  options: JsonOption & { readonly repo?: string },
): Promise<ExitCode> {
  const { terminal, signal, folder } = context
  const { client } = await connect(context, options)
  const { id } = await findProject({ client, signal, repo: options.repo, folder })
  const left = await client.limits(id, { signal })
  await terminal.out.write(options.json ? `${json(left)}\n` : limitsTable(terminal.out, left))
  return EXIT.done
}

export async function models(context: Context, options: JsonOption): Promise<ExitCode> {
  const { terminal, signal } = context
  const { client } = await connect(context, options)
  const known = await client.models({ signal })
  await terminal.out.write(options.json ? `${json(known)}\n` : modelTable(terminal.out, known))
  return EXIT.done
}
