import { whyNoBranchName } from '../../../contract/branch-name.ts'
import { HttpError } from './http-error.ts'
import { quoted } from './quoted.ts'

/** Refuses a `ref` that no branch can have, before it costs a use or a call of GitHub. */
export function requireBranchName(ref: string | undefined): void {
  const why = ref === undefined ? null : whyNoBranchName(ref)
  if (why !== null)
    throw new HttpError(400, `\`ref\` ${quoted(ref ?? '')} is not a valid branch name: ${why}`)
}
