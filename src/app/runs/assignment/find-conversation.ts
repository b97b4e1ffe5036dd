import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Material } from '../../../contract/runner-protocol/material.ts'
import { type AskedFor, readConversation } from '../../../conversation/read-conversation.ts'
import { botOf } from '../../../mention/named-bots.ts'
import type { Job } from '../../domain/job.ts'
import type { Origin } from '../../domain/origin.ts'
import { GithubRefused, GithubUnavailable } from '../../github/errors.ts'
import type { RepositoryRef } from '../../github/repository.ts'
import type { NumberedMessage } from '../../job-store/messages.ts'
import { DEFAULT_TRIGGERS } from '../../projects/parse-project-config.ts'
import { type Project, type ProjectWork, repositoryRef } from '../../projects/project.ts'
import { mayAsk } from '../../triggers/check-sender.ts'
import { describeFiles } from '../../triggers/watch/describe-merge.ts'
import type { AttachedText } from './find-images.ts'

export interface FoundConversation {
  readonly material: readonly Material[]
  /** The parts that nobody with write access wrote. */
  readonly outside: readonly string[]
  /** In which people may have attached images. */
  readonly texts: readonly AttachedText[]
  /** Why it is left out, for the log of the run. */
  readonly warnings: readonly string[]
}

export const NO_CONVERSATION: FoundConversation = { material: [], outside: [], texts: [], warnings: [] }

interface Place extends AskedFor {
  /** Of the issue or the pull request. */
  readonly number: number
}

/** A runner waits 20 seconds for its claim, then claims again. */
const TIME_MS = 10_000

/**
 * What people said where the turn was asked for: before the request, and after the turn before. A run can do without it, so
 * what prevents reading it is a warning.
 */
export async function findConversation(
  deps: ProjectWork,
  job: Job,
  project: Project,
  messages: readonly NumberedMessage[],
  reviewed?: number,
  timeMs = TIME_MS,
): Promise<FoundConversation> {
  const repository = repositoryRef(project)
  if (repository === null) return NO_CONVERSATION
  const { promise: late, resolve } = Promise.withResolvers<null>()
  const timer = setTimeout(resolve, timeMs, null)
  const read = (place: Place) =>
    readPlace(deps, job, project, { repository, place, isReviewed: place.number === reviewed })
  const found = await Promise.all(
    placesOf(job, messages, reviewed).map(
      async (place) => (await Promise.race([read(place), late])) ?? tooLate(place, timeMs),
    ),
  ).finally(() => clearTimeout(timer))
  return {
    material: found.flatMap(({ material }) => material),
    outside: found.flatMap(({ outside }) => outside),
    texts: found.flatMap(({ texts }) => texts),
    warnings: found.flatMap(({ warnings }) => warnings),
  }
}

const tooLate = ({ number }: Place, timeMs: number): FoundConversation =>
  leftOut(number, `GitHub took longer than ${timeMs / 1000} seconds to show it`)

const leftOut = (number: number, why: string): FoundConversation => ({
  ...NO_CONVERSATION,
  warnings: [`the conversation on #${number} is left out: ${why}`],
})

/**
 * The issues and pull requests on which the turn was asked for. A message from elsewhere continues its pull request. What is
 * reviewed is read from its beginning.
 */
function placesOf(
  { run, pullRequest }: Job,
  messages: readonly NumberedMessage[],
  reviewed: number | undefined,
): Place[] {
  const before = messages.find(({ number }) => number === run.first - 1)
  const since = before?.message ? { at: before.message.at, source: sourceOf(before.message.origin) } : null
  const places = new Map<number, Place>()
  for (const { number, message } of messages) {
    if (number < run.first || message === null) continue
    const { origin, at } = message
    if (origin?.kind === 'github')
      places.set(origin.issue, { number: origin.issue, at, since, source: sourceOf(origin) })
    else if (pullRequest !== null && since !== null)
      places.set(pullRequest.number, { number: pullRequest.number, at, since, source: null })
    if (reviewed !== undefined)
      places.set(reviewed, {
        ...(places.get(reviewed) ?? { number: reviewed, source: null }),
        ...{ at, since: null },
      })
  }
  return [...places.values()]
}

const sourceOf = (origin: Origin | undefined): AskedFor['source'] =>
  origin?.kind !== 'github' || origin.source === null || origin.via === 'label'
    ? null
    : { kind: origin.via, id: origin.source }

async function readPlace(
  { github }: ProjectWork,
  { origin, run }: Job,
  { config }: Project,
  {
    repository,
    place,
    isReviewed,
  }: { readonly repository: RepositoryRef; readonly place: Place; readonly isReviewed: boolean },
): Promise<FoundConversation> {
  const { number, ...asked } = place
  const triggers = config?.triggers ?? DEFAULT_TRIGGERS
  try {
    const conversation = await github.readConversation(repository, number)
    if (conversation === null) return NO_CONVERSATION
    const { slug, botId } = await github.identity()
    const isOfOthers = origin.kind === 'github' && origin.onPullRequest === true && origin.issue === number
    const read = await readConversation(conversation, {
      asked,
      heard: triggers.issueText,
      slug,
      isOwn: ({ author }) => author !== null && (author.id === botId || botOf(author) === slug),
      mayAsk: (author) => mayAsk({ github }, repository, author, triggers),
      nextTurn,
      // The changes that are reviewed come with the numbers of their lines.
      diff: isReviewed
        ? ''
        : isOfOthers && run.first === 1
          ? describeFiles(await github.listChangedFiles(repository, number))
          : null,
    })
    if (read === null) return NO_CONVERSATION
    const { material, outside } = read
    const texts = read.texts.map(({ place: { kind, id }, text }) => ({
      ...{ of: 'the conversation', text },
      place: kind === 'comment' ? { kind, id } : { kind, id, pull: number },
    }))
    return { material: [material], outside: outside === null ? [] : [outside], texts, warnings: [] }
  } catch (error) {
    if (!(error instanceof GithubRefused) && !(error instanceof GithubUnavailable)) throw error
    return leftOut(number, error.message)
  }
}
