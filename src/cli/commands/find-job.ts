import { type Client, type JobRef, type ListedJob, PrenticeError } from '../../client/index.ts'
import { CommandError } from '../output/exit-code.ts'
import { lookForProject, type ProjectSources } from './find-project.ts'

/** Jobs that are looked at, newest first, before the search ends. */
const SEARCHED = 1_000

/** Each repository has its own. */
const PULL_NUMBER = /^#?(\d+)$/

const FULL_ID = /^job_[0-9a-z]{26}$/

/**
 * The job that a person names: by its id, by the end of its id, as `prj_…/job_…`, by its branch, or by its pull request
 * (URL or number).
 */
export async function findJob(sources: ProjectSources, name: string): Promise<JobRef> {
  const [, place, idInPlace] = /^(prj_[^/]+)\/(job_[^/]+)$/.exec(name) ?? []
  if (place !== undefined && idInPlace !== undefined) return { projectId: place, id: idInPlace }
  const isNamed = matcherOf(name)
  const { client, signal } = sources
  // A whole id and the URL of a pull request need no project, so that they work in any folder.
  const isUnique = FULL_ID.test(name) || name.includes('://')
  const project = await lookForProject(sources).catch((error: unknown) => {
    if (isUnique && sources.repo === undefined && isNoProject(error)) return null
    throw error
  })
  if (project !== null && FULL_ID.test(name)) {
    const ref = { projectId: project.id, id: name }
    if (await exists(client, ref, signal)) return ref
  }
  if (project === null && PULL_NUMBER.test(name))
    throw new CommandError(
      `the pull request ${name} of which repository? Name it with --repo owner/name, or give the URL of the pull request`,
    )
  const isOfProject = project !== null && (!isUnique || sources.repo !== undefined)
  let searched = 0
  const options = { limit: 100, signal, ...(isOfProject && { projectId: project.id }) }
  for await (const job of client.jobs.list(options)) {
    if (isNamed(job)) return { projectId: job.projectId, id: job.id }
    if (++searched === SEARCHED) break
  }
  const where = isOfProject ? `of ${project.repository}` : 'of your projects'
  const scope = searched === SEARCHED ? `the newest ${SEARCHED} jobs ${where}` : `the jobs ${where}`
  throw new CommandError(
    `there is no job ${JSON.stringify(name)} among ${scope}: \`prentice list\` shows them`,
  )
}

/** The folder is a clone of something that the server does not work on. */
const isNoProject = (error: unknown): boolean =>
  error instanceof CommandError || (error instanceof PrenticeError && error.status === 400)

async function exists(client: Client, ref: JobRef, signal: AbortSignal): Promise<boolean> {
  try {
    await client.jobs.get(ref, { signal })
    return true
  } catch (error) {
    if (error instanceof PrenticeError && error.status === 404) return false
    throw error
  }
}

export function matcherOf(name: string): (job: ListedJob) => boolean {
  const number = PULL_NUMBER.exec(name)?.[1]
  if (number !== undefined) return ({ prLink }) => prLink?.endsWith(`/pull/${number}`) ?? false
  if (name.includes('://')) {
    const link = name.replace(/\/+$/, '').toLowerCase()
    return ({ prLink }) =>
      prLink !== null && (link === prLink.toLowerCase() || link.startsWith(`${prLink.toLowerCase()}/`))
  }
  if (FULL_ID.test(name)) return ({ id }) => id === name
  const end = /^(?:job_)?([0-9a-z]{6,26})$/.exec(name)?.[1]
  return ({ id, source }) => source.ref === name || (end !== undefined && id.endsWith(end))
}
