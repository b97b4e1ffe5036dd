import type { EvidenceParts } from '../checks/evidence/open-evidence.ts'
import type { ProjectSettings } from '../control-plane/control-plane.ts'
import type { Checkout } from '../git/checkout/checkout.ts'
import { meetBranches } from '../git/checkout/fetch-branches.ts'
import { pathAsText } from '../git/checkout/list-paths.ts'
import { listTree, readBlob } from '../git/checkout/read-tree-files.ts'
import { listChangedEntries, writeTreeWith } from '../git/checkout/tree-with-files.ts'
import type { Repository } from '../git/process/repository.ts'
import { type RunContext, reportNote } from './run-context.ts'

/** What the search for evidence needs of the run and its repository. */
export const composeEvidence = (
  job: RunContext,
  checkout: Checkout,
  { workingDirectory }: Pick<ProjectSettings, 'workingDirectory'>,
): EvidenceParts => ({
  findBase: () => findBase(job, checkout),
  async listChanged(base, tree) {
    const entries = await listChangedEntries(checkout.repository, base, tree)
    return entries.map((entry) => ({ ...entry, text: pathAsText(entry.path) }))
  },
  writeTree: (base, files) => writeTreeWith(checkout.repository, base, files),
  readScripts: (base) => readTestScripts(checkout.repository, base, workingDirectory),
  leftMs: () => job.claimedAt + job.controlPlane.assignment.limits.seconds * 1000 - job.now(),
  onStart: () =>
    reportNote(
      job,
      'The checks run without the change, to see whether its tests fail there. No failure is one of the change.',
    ),
})

/**
 * The commit that the pull request is compared with. For a follow-up it is where the branch began, and not the head of the branch:
 * the pull request shows the change of all turns together.
 */
async function findBase(
  { controlPlane }: RunContext,
  { repository, baseSha, branchHead, merge }: Checkout,
): Promise<string | null> {
  if (branchHead === null || merge !== null) return baseSha
  const { base, branch, fetchToken: token } = controlPlane.assignment
  const met = await meetBranches({ repository, token, base, branch, heads: [baseSha, branchHead] })
  const [ancestor = null, ...others] = met.kind === 'met' ? met.ancestors : []
  return others.length === 0 ? ancestor : null
}

const MANIFEST_BYTES = 256 * 1024

/** The scripts of a package.json that run tests, by their names. */
export async function readTestScripts(
  repository: Repository,
  base: string,
  workingDirectory: string | null,
): Promise<string[]> {
  const paths = ['package.json', ...(workingDirectory === null ? [] : [`${workingDirectory}/package.json`])]
  const found = await listTree(repository, base, paths)
  const texts = await Promise.all(
    found.filter(({ kind }) => kind === 'file').map(({ id }) => readBlob(repository, id, MANIFEST_BYTES)),
  )
  return texts.flatMap((text) =>
    Object.entries(scriptsOf(text)).flatMap(([name, script]) =>
      typeof script === 'string' && /test|spec|check/i.test(name) ? [script] : [],
    ),
  )
}

/** Empty if it is no JSON with scripts: npm would not run any either. */
function scriptsOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(text)
    const isObject = typeof parsed === 'object' && parsed !== null && 'scripts' in parsed
    return isObject && typeof parsed.scripts === 'object' && parsed.scripts !== null
      ? { ...parsed.scripts }
      : {}
  } catch {
    return {}
  }
}
