import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Change } from '../git/diff/change.ts'
import { makePatch } from '../git/diff/make-patch.ts'
import { readChanges } from '../git/diff/read-changes.ts'
import { redactPatch } from '../git/diff/redact-patch.ts'
import { scanAddedLines } from '../git/policy/scan-added-lines.ts'
import type { RunContext } from './run-context.ts'

export interface SavedPatch {
  /** File with the patch, for later steps. */
  readonly path: string
  /** True: the app has the work, all of it and as it was. */
  readonly isWhole: boolean
}

/**
 * Keeps what the agent changed when it cannot be published: in a file for later steps, and with the app. `null` where
 * there is nothing to keep. A failure here warns: the run has a reason of its own already.
 */
export async function savePatch(job: RunContext): Promise<SavedPatch | null> {
  const prepared = job.known.tree
  if (prepared === null) return null
  try {
    const { tree, changes } = await readChanges(prepared)
    if (changes.length === 0) return null
    job.known.files = changes.map(({ path }) => path)
    if (scanAddedLines(changes.filter(isBinary), job.secrets).length > 0) {
      job.log.warning('The work is not kept: a binary file of it holds a secret, which cannot be taken out.')
      return null
    }
    const { patch, cut } = await makePatch({ ...prepared, tree })
    if (cut) job.log.warning('The patch is too large to be kept whole: it holds the first files only.')
    const clean = redactPatch(patch, job.secrets)
    if (clean === null) {
      job.log.warning('The work is not kept: a secret is spread over several of its lines.')
      return null
    }
    const path = join(job.temp, `${job.engagement.assignment.run.replace(/[^\w-]/g, '_')}.patch`)
    await writeFile(path, clean)
    const isWithApp = await giveToApp(job, clean)
    return { path, isWhole: isWithApp && !cut && clean.equals(patch) }
  } catch (error) {
    warn(job, error)
    return null
  }
}

async function giveToApp(job: RunContext, patch: Uint8Array<ArrayBuffer>): Promise<boolean> {
  try {
    await job.engagement.keepPatch(patch)
    return true
  } catch (error) {
    warn(job, error)
    return false
  }
}

function warn({ log, secrets }: RunContext, error: unknown): void {
  const text = error instanceof Error ? error.message : String(error)
  log.warning(`The work could not be kept as a patch: ${secrets.scrub(text)}`)
}

/** git counts no lines of such a file; its patch is compressed, and nothing can be found in there. */
const isBinary = ({ additions, addedLines }: Change): boolean =>
  additions === 0 && addedLines !== null && addedLines.length > 0
