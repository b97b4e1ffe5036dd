import type { Context } from 'hono'
import { type JobKey, parseEventId } from '../../../domain/run-id.ts'
import { parseJob } from '../../../job-store/job-record.ts'
import {
  eventKeys,
  type KeptEvent,
  type Progress,
  progressAfter,
  readProgress,
} from '../../../job-store/read-progress.ts'
import { memberOf } from '../../../limits/rate-limit.ts'
import { memoizeParse } from '../../../store/parse-records.ts'
import { type FrameFormat, startJobStream } from '../../v2/events/job-stream.ts'
import { maySee, requireProject } from '../frame/guard.ts'
import { asText } from '../frame/html.ts'
import type { PageDeps } from '../frame/page-module.ts'
import { PageError } from '../frame/respond.ts'
import { actorIn, type DashboardEnv, signedInView, type View } from '../frame/view.ts'
import { drawEvent } from './timeline.ts'

/** The events of a job as parts of its page, and a signal whenever its state has changed. */
export async function streamJob(deps: PageDeps, c: Context<DashboardEnv>, key: JobKey): Promise<Response> {
  const project = await requireProject(deps, c, key.project, 'read')
  const view = signedInView(c)
  const first = await firstProgress(deps, c, key)
  const { session } = view.viewer
  const account = project.accountId
  const isOwner = view.viewer.access.accounts.some((one) => one.id === account && one.isOwner)
  return deps.streams.open(c, { account, member: memberOf(actorIn(view), isOwner) }, (response, share) => {
    const stream = startJobStream(deps, {
      key,
      response,
      first,
      share,
      format: pageFrames(view),
      mayWatch: () => maySee(deps, session, project.id),
    })
    response.once('close', deps.sessionWatch.join(session.hash, stream.refuse))
    return stream
  })
}

async function firstProgress(
  { store }: Pick<PageDeps, 'store'>,
  c: Context<DashboardEnv>,
  key: JobKey,
): Promise<Progress> {
  const given = c.req.header('last-event-id') || c.req.query('after')
  const id = given === undefined ? null : parseEventId(given)
  const run = Number(c.req.query('run'))
  const found =
    id !== null
      ? await progressAfter(store, key, id)
      : await readProgress(
          store,
          key,
          // From the first event of the run.
          Number.isSafeInteger(run) && run > 0 ? eventKeys.batch(key.job, run, 0) : '',
        )
  if (found === null) throw new PageError(404, 'There is no such job in this project.')
  if (found === 'gone' || found === 'unknown')
    throw new PageError(404, 'These lines were deleted. Load the page again.')
  return found
}

/** What a page draws of the job itself. Times that only the server needs are left out. */
const signatureOf = memoizeParse((record: string): string => {
  const { run, messages, archivedAt, branchExists, pullRequest } = parseJob('', record)
  const { number, state, waiting, attempts, endedAt } = run
  return JSON.stringify([
    [number, state, waiting, attempts, endedAt, run.workflowRunUrl],
    [messages, archivedAt, branchExists, pullRequest],
  ])
})

const pageFrames = (view: Pick<View, 'locale'>): FrameFormat => ({
  stateOf: ({ job, record }) => (record === undefined ? job : signatureOf(record)),
  // The page requests the changed parts itself, because they depend on the rights of its reader.
  state: () => 'event: state\ndata:\n\n',
  event: (event) => `id: ${event.run}-${event.seq}\ndata: ${drawnEvent(view, event)}\n\n`,
  end: 'event: done\ndata:\n\n',
  // The page loads itself again: it leads to the sign-in, or says that there is no such project.
  refused: 'event: refused\ndata:\n\n',
})

/** Drawn once for all who watch the job in the same language. */
const drawn = new WeakMap<KeptEvent, Pick<View, 'locale'> & { readonly text: string }>()

function drawnEvent(view: Pick<View, 'locale'>, event: KeptEvent): string {
  const before = drawn.get(event)
  if (before?.locale === view.locale) return before.text
  // A field of a stream is one line.
  const text = asText(drawEvent(view, event)).replace(/\r\n?|\n/g, '&#10;')
  drawn.set(event, { locale: view.locale, text })
  return text
}
