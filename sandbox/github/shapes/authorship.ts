import { roleOf } from '../accounts/roles.ts'
import type { Account, App } from '../state/account.ts'
import type { Authorship, Label, Reaction } from '../state/issue.ts'
import type { Repository } from '../state/repository.ts'
import type { GithubState } from '../state/state.ts'
import { appShape } from './app.ts'
import { isoDate, nodeId } from './primitives.ts'
import { repositoryApi } from './repository.ts'
import { userShape } from './user.ts'

/** https://docs.github.com/en/graphql/reference/enums#commentauthorassociation */
export const associationOf = (state: GithubState, repository: Repository, account: Account): string => {
  if (account.type === 'Bot') return 'NONE'
  if (account.id === repository.owner.id) return 'OWNER'
  if (repository.roles.has(account.id)) return 'COLLABORATOR'
  return roleOf(state, repository, account) === 'admin' ? 'MEMBER' : 'NONE'
}

/** The properties that say who wrote a text. */
export const authorshipShape = (state: GithubState, repository: Repository, text: Authorship) => ({
  user: userShape(state, text.author),
  author_association: associationOf(state, repository, text.author),
  performed_via_github_app: viaAppShape(state, text.viaApp),
})

const viaAppShape = (state: GithubState, app: App | null) => (app === null ? null : appShape(state, app))

export const labelShape = (state: GithubState, repository: Repository, label: Label) => ({
  id: label.id,
  node_id: nodeId('LA', label.id),
  url: `${repositoryApi(state, repository)}/labels/${encodeURIComponent(label.name)}`,
  name: label.name,
  description: null,
  color: 'ededed',
  default: false,
})

/** What the API calls each reaction, and what GitHub shows. */
export const REACTIONS = {
  '+1': '👍',
  '-1': '👎',
  laugh: '😄',
  hooray: '🎉',
  confused: '😕',
  heart: '❤️',
  rocket: '🚀',
  eyes: '👀',
} as const

const CONTENTS = Object.keys(REACTIONS)

export const isReaction = (content: unknown): content is string =>
  typeof content === 'string' && CONTENTS.includes(content)

/** The counts of the reactions to `subject`, whose API address is `url`. */
export const reactionsShape = (repository: Repository, subject: Reaction['subject'], url: string) => {
  const own = repository.reactions.filter(
    (reaction) => reaction.subject.kind === subject.kind && reaction.subject.id === subject.id,
  )
  return {
    url: `${url}/reactions`,
    total_count: own.length,
    ...Object.fromEntries(
      CONTENTS.map((content) => [content, own.filter((reaction) => reaction.content === content).length]),
    ),
  }
}

export const reactionShape = (state: GithubState, reaction: Reaction) => ({
  id: reaction.id,
  node_id: nodeId('REA', reaction.id),
  user: userShape(state, reaction.author),
  content: reaction.content,
  created_at: isoDate(reaction.createdAt),
})
