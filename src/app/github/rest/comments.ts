import { z } from 'zod'
import type { Github } from '../github.ts'
import { about, type Deps } from './repositories.ts'

const Comment = z.object({
  id: z.int(),
  body: z.string().nullish(),
  user: z.object({ id: z.int() }).nullable(),
})

type CommentCalls = Pick<Github, 'createComment' | 'updateComment' | 'findOwnComment'>

export function comments({ ask, octokits, identity }: Deps & Pick<Github, 'identity'>): CommentCalls {
  return {
    createComment: (repository, issue, body) =>
      ask.write(
        about(octokits, repository, 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments', {
          issue_number: issue,
          body,
        }),
      ),

    updateComment: (repository, id, body) =>
      ask.write(
        about(octokits, repository, 'PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}', {
          comment_id: id,
          body,
        }),
      ),

    async findOwnComment(repository, issue, { marker, since }) {
      const { botId } = await identity()
      const found = await ask.all(
        Comment,
        about(octokits, repository, 'GET /repos/{owner}/{repo}/issues/{issue_number}/comments', {
          issue_number: issue,
          since: since.toISOString(),
        }),
      )
      return found.find(({ body, user }) => user?.id === botId && body?.includes(marker))?.id ?? null
    },
  }
}
