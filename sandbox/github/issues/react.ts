import { validationFailed } from '../rest/api-error.ts'
import type { RestResponse } from '../rest/route.ts'
import { isReaction, reactionShape } from '../shapes/authorship.ts'
import type { Account } from '../state/account.ts'
import type { Reaction } from '../state/issue.ts'
import type { Repository } from '../state/repository.ts'
import type { GithubState } from '../state/state.ts'

/** As on GitHub, the same reaction of the same account again is a 200 with the first one. */
export const react = (
  state: GithubState,
  repository: Repository,
  subject: Reaction['subject'],
  { content, author }: { readonly content: unknown; readonly author: Account },
): RestResponse => {
  if (!isReaction(content))
    throw validationFailed({ resource: 'Reaction', code: 'invalid', field: 'content' })
  const known = repository.reactions.find(
    (one) =>
      one.subject.kind === subject.kind &&
      one.subject.id === subject.id &&
      one.author.id === author.id &&
      one.content === content,
  )
  if (known) return { status: 200, body: reactionShape(state, known) }
  const reaction = { id: state.nextId(), subject, author, content, createdAt: state.now() }
  repository.reactions.push(reaction)
  return { status: 201, body: reactionShape(state, reaction) }
}
