import { z } from 'zod'
import type { AttachmentPlace } from '../conversation.ts'
import type { Github } from '../github.ts'
import type { RepositoryRef } from '../repository.ts'
import { about, type Deps } from '../request/request.ts'

const Rendered = z.object({ body_html: z.string().nullish() })
const ReviewOfComment = z.object({ pull_request_review_id: z.int().nullish() })

/** Only as HTML does GitHub give the signed addresses: https://docs.github.com/en/rest/using-the-rest-api/getting-started-with-the-rest-api#media-types */
const AS_HTML = { headers: { accept: 'application/vnd.github.full+json' } }

/** The signed addresses in rendered text, at the host where GitHub serves what people attached. Pure. */
function signedAddresses(html: string, webUrl: string): string[] {
  const { origin } = new URL(webUrl)
  const host = origin === 'https://github.com' ? 'https://private-user-images.githubusercontent.com' : origin
  const attributes = html.matchAll(/(?:src|href)="([^"]{1,4000})"/g)
  const addresses = [...attributes].map(([, value = '']) => value.replaceAll('&amp;', '&'))
  return [...new Set(addresses)].filter((one) => one.startsWith(`${host}/`) && /[?&]jwt=/.test(one))
}

export function attachments(deps: Deps & { readonly webUrl: string }): Pick<Github, 'listSignedAttachments'> {
  const { ask, webUrl } = deps

  async function readOne(repository: RepositoryRef, route: string, params: object): Promise<string> {
    const question = about(repository, route, { ...params, ...AS_HTML })
    return (await ask.oneOrNull(Rendered, question, [404, 410]))?.body_html ?? ''
  }

  /** The comments of a review belong to it. */
  async function readReview(repository: RepositoryRef, pull: number, id: number): Promise<string> {
    const params = { pull_number: pull, review_id: id }
    const route = 'GET /repos/{owner}/{repo}/pulls/{pull_number}/reviews/{review_id}'
    const own = await readOne(repository, route, params)
    const list = about(repository, `${route}/comments`, { ...params, ...AS_HTML })
    const comments = await ask.all(Rendered, list)
    return [own, ...comments.map(({ body_html }) => body_html ?? '')].join('\n')
  }

  async function read(repository: RepositoryRef, place: AttachmentPlace): Promise<string> {
    switch (place.kind) {
      case 'issue':
        return readOne(repository, 'GET /repos/{owner}/{repo}/issues/{issue_number}', {
          issue_number: place.number,
        })
      case 'comment':
        return readOne(repository, 'GET /repos/{owner}/{repo}/issues/comments/{comment_id}', {
          comment_id: place.id,
        })
      case 'review':
        return readReview(repository, place.pull, place.id)
      case 'review-comment': {
        const route = 'GET /repos/{owner}/{repo}/pulls/comments/{comment_id}'
        const question = about(repository, route, { comment_id: place.id })
        const found = await ask.oneOrNull(ReviewOfComment, question)
        const review = found?.pull_request_review_id ?? null
        return review === null ? '' : readReview(repository, place.pull, review)
      }
    }
  }

  return {
    listSignedAttachments: async (repository, place) =>
      signedAddresses(await read(repository, place), webUrl),
  }
}
