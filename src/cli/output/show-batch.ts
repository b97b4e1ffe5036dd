import type { BatchJob, BatchView } from '../../client/index.ts'
import { fields, plainText } from './plain-text.ts'
import { table } from './table.ts'
import type { Channel } from './terminal.ts'
import { ago, inTermsOfCommands, repositoryName } from './words.ts'

/** A batch in one line: fields for programs, words for people. */
export function batchLine({ isTerminal, paint }: Channel, batch: BatchView): string {
  const { id, status, jobs, costUsd, title, reason } = batch
  if (!isTerminal) return `${fields(id, status, jobs.completed, jobs.failed, jobs.total, costUsd, title)}\n`
  const why = reason === null ? '' : `\n${paint.dim(plainText(inTermsOfCommands(reason)))}`
  const { unmatched = [] } = batch
  const misses =
    unmatched.length === 0
      ? ''
      : `\n${paint.dim(`no file matches ${unmatched.map((glob) => `\`${plainText(glob)}\``).join(', ')}`)}`
  const shownId = plainText(id)
  const next =
    status === 'waiting'
      ? `
prentice batch continue ${shownId}
prentice batch cancel ${shownId}`
      : ''
  return `${statusOf(batch, paint)}  ${shownId}  ${counts(batch)}${misses}${why}${next}
`
}

/** How far a batch is, for the line that is shown while it runs. */
export const counts = ({ jobs: { total, completed, failed, active }, costUsd }: BatchView): string =>
  plainText(
    [
      `${completed} of ${total} completed`,
      ...(failed > 0 ? [`${failed} failed`] : []),
      ...(active > 0 ? [`${active} active`] : []),
      `$${costUsd.toFixed(2)}`,
    ].join(', '),
  )

function statusOf({ status, jobs }: BatchView, paint: Channel['paint']): string {
  if (status === 'completed')
    return jobs.failed === 0 ? paint.good('✓ completed') : paint.bad('✗ completed, with failures')
  if (status === 'failed' || status === 'cancelled') return paint.bad(`✗ ${plainText(status)}`)
  return paint.busy(`● ${plainText(status)}`)
}

export const batchTable = (channel: Channel, batches: readonly BatchView[], now: number): string =>
  table(
    channel,
    [
      { head: 'ID', styled: channel.paint.bold },
      { head: 'STATUS' },
      { head: 'CREATED' },
      { head: 'JOBS' },
      { head: 'FAILED' },
      { head: 'COST' },
      { head: 'TITLE' },
    ],
    batches.map(({ id, status, createdAt, jobs, costUsd, title }) => [
      id,
      status,
      channel.isTerminal ? ago(createdAt, now) : createdAt,
      String(jobs.total),
      String(jobs.failed),
      costUsd.toFixed(2),
      title,
    ]),
  )

/** The report: one row for each job. */
export const batchReport = (channel: Channel, jobs: readonly BatchJob[]): string =>
  table(
    channel,
    [
      { head: '#' },
      { head: 'STATUS' },
      { head: 'REPOSITORY' },
      { head: 'FILES' },
      { head: 'COST' },
      { head: 'PULL REQUEST' },
      { head: 'REASON' },
    ],
    jobs.map(({ number, status, repository, files, costUsd, prLink, reason }) => [
      String(number),
      status,
      repositoryName(repository),
      files === null ? '' : String(files.length),
      costUsd.toFixed(2),
      prLink ?? '',
      reason === null ? '' : inTermsOfCommands(reason),
    ]),
  )
