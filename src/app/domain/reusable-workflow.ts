/** A reusable workflow that the operator trusts with runs: a file at a commit. A ref is only a name, and can move. */
export interface ReusableWorkflow {
  /** `owner/name` */
  readonly repository: string
  /** `.github/workflows/prentice.yml` */
  readonly file: string
  /** 40 digits, lower case. */
  readonly sha: string
}

const NAMED =
  /^(?<repository>[A-Za-z0-9][\w-]*\/[\w.-]+)\/(?<file>\.github\/workflows\/[\w.-]+\.ya?ml)@(?<sha>(?!0{40})[0-9a-f]{40})$/i

/** Reads `owner/name/.github/workflows/FILE@SHA`; `null` for anything else, such as a tag in the place of the SHA. */
export function parseReusableWorkflow(text: string): ReusableWorkflow | null {
  const { repository, file, sha } = NAMED.exec(text)?.groups ?? {}
  if (repository === undefined || file === undefined || sha === undefined) return null
  return { repository, file, sha: sha.toLowerCase() }
}

/** Why a job in the reusable workflow `ref` may not have a run, `null` if it may. `sha`: the commit of the file. */
export function checkReusableWorkflow(
  ref: string,
  sha: string | null,
  named: readonly ReusableWorkflow[],
): string | null {
  const commits = named.filter((workflow) => isFileOf(ref, workflow)).map((workflow) => workflow.sha)
  if (commits.length === 0)
    return `its job stands in the reusable workflow ${ref}, which REUSABLE_WORKFLOWS of the server does not name`
  if (sha !== null && commits.includes(sha.toLowerCase())) return null
  const expected = commits.length === 1 ? `commit is ${commits[0]}` : `commits are ${commits.join(' and ')}`
  return `its reusable workflow ${ref} is at ${sha === null ? 'an unknown commit' : `commit ${sha}`}, and the named ${expected}`
}

/** Both a file name and a ref may contain an `@`; the longest path counts, so that no other file can pass for this one. */
function isFileOf(ref: string, { repository, file }: ReusableWorkflow): boolean {
  const path = /^(.*\.ya?ml)@/i.exec(ref)?.[1] ?? ''
  const [owner = '', name = '', ...rest] = path.split('/')
  return `${owner}/${name}`.toLowerCase() === repository.toLowerCase() && rest.join('/') === file
}
