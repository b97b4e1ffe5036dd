import type { Project } from '../../client/index.ts'
import { EXIT, type ExitCode } from '../output/exit-code.ts'
import { json } from '../output/plain-text.ts'
import { table } from '../output/table.ts'
import { type Context, connect, type ServerOption } from './context.ts'

export async function projects(
  context: Context,
  options: ServerOption & { readonly json?: true },
): Promise<ExitCode> {
  const { terminal, signal } = context
  const { client } = await connect(context, options)
  const found: Project[] = []
  for await (const project of client.projects.list({ signal })) found.push(project)
  const rows = found.map(({ id, repository, defaultBranch }) => [id, repository, defaultBranch ?? ''])
  const columns = [{ head: 'ID' }, { head: 'REPOSITORY' }, { head: 'DEFAULT BRANCH' }]
  if (options.json) await terminal.out.write(`${json(found)}\n`)
  else if (rows.length > 0) await terminal.out.write(table(terminal.out, columns, rows))
  else await terminal.notes.write('the API key covers no project: install the GitHub App on a repository\n')
  return EXIT.done
}
