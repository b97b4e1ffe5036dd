import { EXIT, type ExitCode } from '../output/exit-code.ts'
import { plainText } from '../output/plain-text.ts'
import { jobResult } from '../output/show-job.ts'
import { findProject } from '../project/find-project.ts'
import { type Context, connect, type ServerOption } from './context.ts'
import { followJob } from './follow-job.ts'
import { readPrompt } from './read-prompt.ts'

export interface RunOptions extends ServerOption {
  readonly repo?: string
  readonly ref?: string
  readonly model?: string
  readonly draft?: true
  readonly metadata?: Record<string, string>
  readonly file?: string
  readonly wait?: true
  readonly json?: true
}

export async function run(
  context: Context,
  words: readonly string[],
  options: RunOptions,
): Promise<ExitCode> {
  const { terminal, signal, folder } = context
  const prompt = await readPrompt(words, options.file, terminal)
  const { client } = await connect(context, options)
  const project = await findProject({ client, signal, repo: options.repo, folder })
  const { ref, model, draft, metadata } = options
  const job = await client.jobs.create(project.id, { prompt, ref, model, draft, metadata }, { signal })
  if (options.wait) {
    await terminal.notes.write(`${plainText(job.id)}\n`)
    return followJob(context, job, options.json ?? false)
  }
  await terminal.out.write(jobResult(terminal.out, job, options.json ?? false))
  if (terminal.out.isTerminal)
    await terminal.notes.write(`Follow it with \`prentice watch ${plainText(job.id)}\`.\n`)
  return EXIT.done
}
