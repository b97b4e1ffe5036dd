import type { Job, RunView } from '../../client/index.ts'
import { fields, json, plainLines, plainText } from './plain-text.ts'
import type { Channel } from './terminal.ts'
import { ago, duration, inTermsOfCommands, repositoryName, statusWord, usageWords } from './words.ts'

/** The object of the interface, with what a program needs to continue with the job. */
export const jobFields = (job: Job) => ({ ...job.data, projectId: job.projectId, reason: job.reason })

/** One job as the result of a command: JSON, tab-separated fields for programs, or a line for people. `last`: its run that ended. */
export function jobResult(channel: Channel, job: Job, asJson: boolean, last?: RunView): string {
  const output = last?.output === undefined ? {} : { output: last.output }
  if (asJson) return `${json({ ...jobFields(job), ...output })}\n`
  const { id, status, prLink, source } = job.data
  if (!channel.isTerminal) return `${fields(id, status, prLink ?? '')}\n`
  const link = prLink === null ? '' : `  ${plainText(prLink)}`
  const repository = channel.paint.dim(plainText(repositoryName(source.repository)))
  return `${statusWord(status, channel.paint)}  ${plainText(id)}  ${repository}${link}\n`
}

/** What people read of a job: what was asked, where it stands, and each run. */
export function describeJob(
  { paint }: Channel,
  job: Job,
  {
    prompts,
    runs,
    now,
  }: { readonly prompts: readonly string[]; readonly runs: readonly RunView[]; readonly now: number },
): string {
  const { id, status, source, model, prLink, createdAt } = job.data
  const where = [repositoryName(source.repository), ...(source.ref === null ? [] : [source.ref])].join(' @ ')
  const lines = [
    paint.bold(plainText(prompts[0]?.split('\n')[0]?.slice(0, 100) ?? id)),
    `${statusWord(status, paint)}  ${plainText(where)}`,
    ...(prLink === null ? [] : [plainText(prLink)]),
    paint.dim(`${plainText(`${id}  ${model}`)}  created ${ago(createdAt, now)}`),
    ...prompts
      .slice(1)
      .map((prompt, at) => paint.dim(`message ${at + 2}: ${plainText(prompt).slice(0, 200)}`)),
    ...runs.flatMap((run) => ['', ...runLines(run, { paint })]),
  ]
  return `${lines.join('\n')}\n`
}

function runLines(run: RunView, { paint }: Pick<Channel, 'paint'>): string[] {
  const { number, state, usage, startedAt, endedAt, workflowRunUrl, summary, reason } = run
  const { checks, changedFiles, paused, mode, output } = run
  const took = startedAt && endedAt ? [duration(Date.parse(endedAt) - Date.parse(startedAt))] : []
  const files =
    changedFiles === null
      ? []
      : [`${changedFiles.total} changed ${changedFiles.total === 1 ? 'file' : 'files'}`]
  const facts = [...took, ...(usage === null ? [] : [usageWords(usage)]), ...files].join(', ')
  const results = checks?.results ?? []
  const why = isAnswered(run) ? null : reason
  const said = summary?.trim() ?? ''
  // A run that changed nothing gives its summary as the reason.
  const isRepeated = why?.message.includes(said) ?? false
  return [
    `Run ${number}  ${mode === undefined ? '' : `${mode}  `}${statusWord(state, paint)}  ${paint.dim(plainText(facts))}`.trimEnd(),
    ...(paused === undefined ? [] : [`  ${describePause(paused)}`]),
    ...(workflowRunUrl === null ? [] : [`  ${paint.dim(plainText(workflowRunUrl))}`]),
    ...(said === '' || isRepeated ? [] : indented(said)),
    ...reviewLines(run).map((line) => `  ${line}`),
    ...(output === undefined ? [] : indented(`Output: ${json(output)}`)),
    ...results.map(({ name, passed, detail }) =>
      plainText(`  ${passed ? '✓' : '✗'} ${name}${passed ? '' : `: ${detail}`}`),
    ),
    ...(why === null
      ? []
      : indented(inTermsOfCommands(why.message)).map((line) =>
          why.code === 'no-change' || run.question !== undefined ? line : paint.bad(line),
        )),
  ]
}

/** What a review found, and where it stands. */
export function reviewLines({ review, endedAt }: RunView): string[] {
  if (review === undefined) return []
  const { pullRequest, url, findings } = review
  const lines = (findings ?? []).flatMap(({ path, startLine, line, text, suggestion }) => [
    plainText(`${path}:${startLine === undefined ? '' : `${startLine}-`}${line}`),
    ...indented(suggestion === undefined ? text : `${text}\n${suggestionText(suggestion)}`),
  ])
  const notPosted = endedAt === null ? [] : [`No review was posted on #${pullRequest}.`]
  return [
    ...(findings?.length === 0 ? ['No findings.'] : lines),
    ...(url === null ? notPosted : [plainText(url)]),
  ]
}

const suggestionText = (suggestion: string): string =>
  suggestion === '' ? 'Suggestion: delete this' : `Suggestion:\n${suggestion}`

/** The summary is what was asked for, so why nothing was changed needs no words. */
export const isAnswered = ({ mode, state }: RunView): boolean => mode !== undefined && state === 'succeeded'

/** Why the run does not start. */
export const describePause = ({ scope, since, by, reason }: NonNullable<RunView['paused']>): string => {
  const why = reason === null ? '' : `: ${reason}`
  return plainText(
    `${by} has paused the ${scope} on the server, since ${since}${why}. The run starts when an operator resumes it.`,
  )
}

const indented = (text: string): string[] =>
  plainLines(text)
    .split('\n')
    .map((line) => `  ${line}`)
