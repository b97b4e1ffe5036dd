import type { RepositoryName } from '../../contract/runner-protocol.ts'
import type { PushAccess } from '../control-plane/control-plane.ts'
import type { Checkout } from '../git/checkout/checkout.ts'
import type { Repository } from '../git/process/repository.ts'
import { publish } from '../git/push/publish.ts'
import { commitMessage } from '../pull-request/commit-message.ts'
import type { Planned } from './plan.ts'
import { orFail, type RunContext } from './run-context.ts'

/** The access is good for the pull request, too. */
export interface Pushed extends PushAccess {
  readonly headSha: string
}

/** The token for the push exists only from here on, when nothing that the model steers runs any more. */
export async function push(job: RunContext, prepared: Checkout, planned: Planned): Promise<Pushed> {
  const { assignment } = job.engagement
  const { branch, author, coAuthor } = assignment
  const access = await job.engagement.getPushAccess(planned.size)
  // A stop may have come while the app was asked.
  job.signal.throwIfAborted()
  const message = commitMessage({
    message: planned.words.commitMessage,
    job: assignment.job,
    coAuthor,
    secrets: job.secrets,
    hosts: job.known.hosts,
  })
  const { headSha } = orFail(
    await publish({
      ...prepared,
      repository: follow(job, prepared.repository, access.repository),
      token: access.token,
      ...{ branch, tree: planned.tree, message, author },
    }),
  )
  job.log.info(`${branch} is at ${headSha}`)
  return { headSha, ...access }
}

/** A push follows no redirect, which would lead the token to wherever it points; on the same host we go by ourselves. */
function follow({ engagement, log }: RunContext, repository: Repository, now: RepositoryName): Repository {
  const { owner, name, url } = engagement.assignment.repository
  if (now.owner === owner && now.name === name) return repository
  log.info(`The repository is called ${now.owner}/${now.name} now`)
  return repository.at(new URL(`/${now.owner}/${now.name}.git`, url).href)
}
