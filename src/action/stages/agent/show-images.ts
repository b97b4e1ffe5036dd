import type { TaskImage } from '../../agent/prompt/agent-task.ts'
import { type FetchedImage, fetchImages } from '../../images/fetch-images.ts'
import type { ModelHandle } from '../../models/providers/model-handle.ts'
import { readImage } from '../../workspace/files/read-image.ts'
import type { RunContext } from '../run-context.ts'

/** Starts to fetch the images of the request: their addresses are valid for a few minutes only. Never rejects. */
export function startFetchingImages({ controlPlane, signal }: RunContext): Promise<FetchedImage[]> {
  const { images = [], repository } = controlPlane.assignment
  return fetchImages(images, { serverUrl: new URL(repository.url).origin, signal })
}

/** What the agent gets of them. People are told which images are left out. */
export function showImages(
  job: RunContext,
  images: readonly FetchedImage[],
  { imageTypes }: Pick<ModelHandle, 'imageTypes'>,
): TaskImage[] {
  return images.map((fetched, index) => {
    const { of, url } = fetched
    const path = `/images/${index + 1}`
    const read = fetched.bytes === null ? null : readImage('It', fetched.bytes, imageTypes)
    if (read?.image !== undefined) return { of, url, path, text: read.text, image: read.image }
    const problem =
      fetched.bytes === null ? `It cannot be shown: ${fetched.problem}.` : (read?.text ?? NO_IMAGE)
    note(job, `An image in ${of} is left out (${url}): ${problem}`)
    return { of, url, path, text: problem }
  })
}

const NO_IMAGE = 'It is no PNG, JPEG, GIF or WebP image.'

function note({ controlPlane, log, secrets, confidentiality }: RunContext, text: string): void {
  const clean = confidentiality.redactQuotes(secrets.redact(text))
  controlPlane.report({ type: 'note', text: clean.slice(0, 1000) })
  log.warning(clean)
}
