import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Checkout } from '../git/checkout/checkout.ts'
import type { Change } from '../git/diff/change.ts'
import { makePatch, redactPatch } from '../git/diff/patch.ts'
import { readChanges } from '../git/diff/read-changes.ts'
import { findUnredactable } from '../git/policy/scan-added-lines.ts'
import type { SavedPatch } from '../outcome/progress.ts'
import { messageOf } from '../text/format.ts'
import type { RunContext } from './run-context.ts'

// Egress: takes the secrets out of the patch.

/**
 * Saves the changes that cannot be published: in a file for later steps, and on the server. `null`: nothing changed. A
 * failure is logged as a warning, since the run already has a reason.
 */
export async function savePatch(job: RunContext, checkout: Checkout): Promise<SavedPatch | null> {
  try {
    const { tree, changes } = await readChanges(checkout)
    if (changes.length === 0) return null
    const files = changes.map(({ path }) => path)
    return { files, ...(await saveTree(job, checkout, { tree, changes })) }
  } catch (error) {
    warn(job, error)
    return null
  }
}

const NOT_SAVED = { path: null, isWhole: false }

async function saveTree(
  job: RunContext,
  checkout: Checkout,
  { tree, changes }: { readonly tree: string; readonly changes: readonly Change[] },
): Promise<Omit<SavedPatch, 'files'>> {
  const { secrets, log, temp, controlPlane } = job
  if (findUnredactable(changes, secrets).length > 0) {
    log.warning(
      'The patch is not saved: a file in it that is binary, or not in UTF-8, holds a secret, which cannot be redacted.',
    )
    return NOT_SAVED
  }
  const { patch, cut } = await makePatch({ ...checkout, tree })
  if (cut) log.warning('The patch is too large to be saved whole: it holds only the first files.')
  const clean = redactPatch(patch, secrets)
  if (clean === null) {
    log.warning('The patch is not saved: a secret in it spans several lines, and cannot be redacted.')
    return NOT_SAVED
  }
  const path = join(temp, `${controlPlane.assignment.run.replace(/[^\w-]/g, '_')}.patch`)
  await writeFile(path, clean)
  const isSent = await send(job, clean)
  return { path, isWhole: isSent && !cut && clean.equals(patch) }
}

async function send(job: RunContext, patch: Uint8Array<ArrayBuffer>): Promise<boolean> {
  try {
    await job.controlPlane.savePatch(patch)
    return true
  } catch (error) {
    warn(job, error)
    return false
  }
}

function warn({ log, secrets }: RunContext, error: unknown): void {
  log.warning(`The patch could not be saved: ${secrets.redact(messageOf(error))}`)
}
