import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makePatch } from '../git/make-patch.ts'
import { readChanges } from '../git/read-changes.ts'
import type { Job } from '../job.ts'

export interface KeptPatch {
  /** File with the patch, for later steps. */
  readonly path: string
  /** True: the app has the work, all of it and as it was. */
  readonly isWhole: boolean
}

/**
 * Keeps what the agent changed when it cannot be published: in a file for later steps, and with the app. `null` where
 * there is nothing to keep. A failure here warns: the run has a reason of its own already.
 */
export async function keepWork(job: Job): Promise<KeptPatch | null> {
  const prepared = job.known.tree
  if (prepared === null) return null
  try {
    const { tree, changes } = await readChanges(prepared)
    if (changes.length === 0) return null
    job.known.files = changes.map(({ path }) => path)
    const { patch, cut } = await makePatch({ ...prepared, tree })
    if (cut) job.log.warning('The patch is too large to be kept whole: it holds the first files only.')
    const clean = withoutSecrets(patch, job.secrets.redact)
    const path = join(job.temp, `${job.engagement.assignment.run.replace(/[^\w-]/g, '_')}.patch`)
    await writeFile(path, clean)
    const isWithApp = await giveToApp(job, clean)
    return { path, isWhole: isWithApp && !cut && clean.equals(patch) }
  } catch (error) {
    warn(job, error)
    return null
  }
}

async function giveToApp(job: Job, patch: Uint8Array<ArrayBuffer>): Promise<boolean> {
  try {
    await job.engagement.keepPatch(patch)
    return true
  } catch (error) {
    warn(job, error)
    return false
  }
}

function warn({ log, secrets }: Job, error: unknown): void {
  const text = error instanceof Error ? error.message : String(error)
  log.warning(`The work could not be kept as a patch: ${secrets.scrub(text)}`)
}

/** Read as Latin-1, which leaves every byte what it is: a changed file need not be UTF-8. */
const withoutSecrets = (patch: Buffer, redact: (text: string) => string): Buffer<ArrayBuffer> =>
  Buffer.from(redact(patch.toString('latin1')), 'latin1')
