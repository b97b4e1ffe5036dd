import type { TaskImage } from '../agent/prompt/agent-task.ts'
import { type FetchedImage, fetchImages } from '../images/fetch-images.ts'
import type { ModelHandle } from '../models/providers/open-model.ts'
import { type ImageSupport, readImage } from '../workspace/files/read-image.ts'
import { refused, type ToolResult } from '../workspace/files/tool-result.ts'
import { type RunContext, reportNote } from './run-context.ts'

export type FetchingImages = Promise<FetchedImage[]>

/** Starts to fetch the images of the request: their addresses are valid for a few minutes only. Never rejects. */
export function startFetchingImages({ controlPlane, signal }: RunContext): FetchingImages {
  const { images = [], repository } = controlPlane.assignment
  return fetchImages(images, { serverUrl: new URL(repository.url).origin, signal })
}

/** What the agent gets of them. People are told which images are left out. */
export const showImages = (
  job: RunContext,
  images: readonly FetchedImage[],
  { imageTypes: types }: Pick<ModelHandle, 'imageTypes'>,
): Promise<TaskImage[]> =>
  showEach(images, { types, scale: job.scaleImage }, (text) =>
    // What names an image may quote a prompt.
    reportNote(job, job.confidentiality.redactQuotes(job.secrets.redact(text)), 'warning'),
  )

/** Leaves out what would make a request too large. */
export async function showEach(
  images: readonly FetchedImage[],
  imageSupport: ImageSupport,
  tell: (text: string) => void,
): Promise<TaskImage[]> {
  const shown: TaskImage[] = []
  let room = MAX_TOTAL_LENGTH
  // One after the other: each may need much memory while it is scaled.
  for (const fetched of images) {
    const { of, url } = fetched
    const read = await readFetched(fetched, imageSupport)
    const length = read.image?.data.length ?? 0
    const { image, text } = length <= room ? read : refused(NO_ROOM)
    if (image !== undefined) room -= length
    if (image === undefined) tell(`An image in ${of} is left out (${url}): ${text}`)
    shown.push({ of, url, path: `/images/${shown.length + 1}`, text, ...(image && { image }) })
  }
  return shown
}

async function readFetched(fetched: FetchedImage, imageSupport: ImageSupport): Promise<ToolResult> {
  if (fetched.bytes === null) return refused(`It cannot be shown: ${fetched.problem}.`)
  return (
    (await readImage('It', fetched.bytes, imageSupport)) ?? refused('It is no PNG, JPEG, GIF or WebP image.')
  )
}

/** In base64: a request to a model with more is refused. */
const MAX_TOTAL_LENGTH = 20_000_000
const NO_ROOM = 'It cannot be shown: it is too large beside the others.'
