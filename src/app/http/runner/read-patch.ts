import type { IncomingMessage } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { PATCH_LIMIT } from '../../../contract/runner-protocol/result.ts'
import { createPatchReader } from '../../domain/patch-reader.ts'
import { HttpError } from '../shared/http-error.ts'
import { readBody } from '../shared/read-body.ts'

/** A line takes as much time as so many bytes, however short it is. */
const OF_LINE = 100
/** Bytes between two turns of the event loop: some milliseconds. */
const PIECE = 1024 * 1024
/** What decides about a line. */
const BEGINNING = 200
const LINE_END = 10

/** Reads the patch of a run. Pages and runners read it later, so a damaged one is refused. Lets other work run meanwhile. */
export async function readPatch(request: IncomingMessage): Promise<Buffer> {
  const patch = await readBody(request, PATCH_LIMIT)
  const reader = createPatchReader()
  let [number, read] = [0, 0]
  for (let at = 0; at < patch.length; ) {
    const found = patch.indexOf(LINE_END, at)
    const end = found < 0 ? patch.length : found
    number += 1
    const line = patch.toString('latin1', at, Math.min(end, at + BEGINNING))
    if (reader.read(line).kind === 'broken') throw damaged(`line ${number} cannot be there`)
    read += end - at + OF_LINE
    if (read > PIECE) {
      await nextTurn()
      read = 0
    }
    at = end + 1
  }
  if (patch.length === 0) throw damaged('it has no file')
  if (!reader.isComplete()) throw damaged('its end is missing')
  return patch
}

const damaged = (why: string): HttpError =>
  new HttpError(400, `the patch is damaged: ${why}; send what \`git diff --binary\` prints`)
