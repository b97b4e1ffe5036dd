import type { Assignment } from '../../../contract/runner-protocol/assignment.ts'
import { type AttachedImage, MAX_ATTACHED_IMAGES } from '../../../contract/runner-protocol/material.ts'
import { attachmentId, findAttachments } from '../../../mention/find-attachments.ts'
import type { GithubOrigin } from '../../domain/origin.ts'
import type { AttachmentPlace } from '../../github/conversation.ts'
import { GithubRefused } from '../../github/errors.ts'
import type { Github } from '../../github/github.ts'
import type { RepositoryRef } from '../../github/repository.ts'
import type { NumberedMessage } from '../../job-store/messages.ts'

/** Texts that the agent gets, as they stood before the request, and where GitHub has them now. */
export interface AttachedText {
  readonly of: string
  readonly text: string
  readonly place: AttachmentPlace
}

/**
 * The images in the texts that people wrote on GitHub, for the turn and in its conversation. GitHub signs the address of an attachment for the text that
 * has it now, so an image that was removed from its text meanwhile may have no signed address.
 */
export async function findImages(
  {
    github,
    serverUrl,
  }: { readonly github: Pick<Github, 'listSignedAttachments'>; readonly serverUrl: string },
  repository: RepositoryRef,
  {
    messages,
    first,
    said = [],
  }: {
    readonly messages: readonly NumberedMessage[]
    readonly first: number
    /** What was said where the turn was asked for. */
    readonly said?: readonly AttachedText[]
  },
): Promise<Pick<Assignment, 'images'>> {
  const images: AttachedImage[] = []
  for (const { of, text, place } of [...textsOf(messages, first), ...said]) {
    const known = new Set(images.map(({ url }) => url))
    const found = findAttachments(text, serverUrl)
      .filter((url) => !known.has(url))
      .slice(0, MAX_ATTACHED_IMAGES - images.length)
    if (found.length === 0) continue
    const signed = found.some((url) => attachmentId(url) !== null)
      ? await signedAddresses(github, repository, place)
      : []
    images.push(...found.map((url) => ({ of, url, ...signedUrlOf(url, signed) })))
  }
  return images.length === 0 ? {} : { images }
}

/** Images of the turn come first; the issue is what the whole job is about. */
function textsOf(messages: readonly NumberedMessage[], first: number): AttachedText[] {
  const prompts = messages.flatMap(({ number, message }) =>
    message?.origin?.kind === 'github' && number >= first
      ? [{ of: `prompt ${number}`, text: message.text, place: placeOf(message.origin) }]
      : [],
  )
  const issues = messages.flatMap(({ message }) =>
    message?.origin?.kind === 'github' && message.issue !== undefined
      ? [
          {
            of: 'the issue',
            text: message.issue.body,
            place: { kind: 'issue', number: message.origin.issue } as const,
          },
        ]
      : [],
  )
  return [...prompts, ...issues]
}

function placeOf({ via, source, issue }: GithubOrigin): AttachmentPlace {
  if (source === null || via === 'label') return { kind: 'issue', number: issue }
  return via === 'comment' ? { kind: 'comment', id: source } : { kind: via, pull: issue, id: source }
}

/** A run can do without images that GitHub does not show. */
async function signedAddresses(
  github: Pick<Github, 'listSignedAttachments'>,
  repository: RepositoryRef,
  place: AttachmentPlace,
): Promise<readonly string[]> {
  try {
    return await github.listSignedAttachments(repository, place)
  } catch (error) {
    if (!(error instanceof GithubRefused)) throw error
    return []
  }
}

function signedUrlOf(url: string, signed: readonly string[]): Pick<AttachedImage, 'signedUrl'> {
  const id = attachmentId(url)
  const signedUrl = signed.find((one) => id !== null && new URL(one).pathname.toLowerCase().includes(id))
  return signedUrl === undefined ? {} : { signedUrl }
}
