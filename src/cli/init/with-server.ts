import { resolve } from 'node:path'
import { initCommand } from '../command-name.ts'
import { type Context, connect, originOf } from '../commands/context.ts'
import { run } from '../commands/job.ts'
import { askLine, canAsk } from '../commands/read-input.ts'
import { CommandError, EXIT, type ExitCode } from '../output/exit-code.ts'
import { plainText } from '../output/plain-text.ts'
import { openGh } from './gh.ts'
import { readRepository, readText } from './inspect.ts'
import { WORKFLOW_PATH } from './setup-files.ts'
import { findTarget } from './target.ts'

interface ServerInit {
  readonly server: string
  readonly dir?: string
  readonly repo?: string
  readonly dryRun?: true
}

/** The way of a repository to a server: its App, the workflow file, the first job. Each step is a page of the server. */
export async function initWithServer(
  context: Context,
  words: readonly string[],
  { server, dir = '.', repo, dryRun }: ServerInit,
): Promise<ExitCode> {
  const { environment, folder, terminal, signal } = context
  const place = resolve(folder, dir)
  const target = await findTarget({ repo, folder: place, defaultHost: environment.GH_HOST || 'github.com' })
  const gh = openGh(context, target.host)
  const repository = await readRepository(gh, target.repository)
  const { name, url, visibility, defaultBranch } = repository
  const say = (text: string): Promise<void> => terminal.notes.write(`${plainText(text)}\n`)
  await say(`${name} on ${gh.host}, ${visibility}, branch ${defaultBranch}`)
  const again = `Then run \`${initCommand(`--server ${server}`)}\` again.`
  const dashboard = `${originOf(server)}/dashboard`
  const client = await connect(context, { server })
  const project = await client.projects.find(url, { signal })
  if (project === null)
    throw new CommandError(
      `the App of ${server} is not installed on ${name}, or your key does not cover it: ${dashboard} has the link that installs it. ${again}`,
    )
  if ((await readText(gh, name, WORKFLOW_PATH, defaultBranch)) === null)
    throw new CommandError(
      `${defaultBranch} of ${name} has no ${WORKFLOW_PATH}: *Add the file*, at ${dashboard}/projects, and merge it. ${again}`,
    )
  await say(`The App is installed, and ${defaultBranch} has the workflow.`)
  const asked = words.length > 0 || !canAsk(terminal) || dryRun
  const prompt = asked
    ? words.join(' ')
    : await askLine(terminal, 'What shall Prentice do first? (empty: nothing)', signal)
  signal.throwIfAborted()
  if (prompt === '' || dryRun) return EXIT.done
  return run(context, [prompt], { server, repo: url, wait: true })
}
