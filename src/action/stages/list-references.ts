import { findKnownHosts } from '../git/diff/known-hosts.ts'
import { findNewLinks } from '../git/diff/new-links.ts'
import { readDifference } from '../git/diff/read-changes.ts'
import { referencesSection } from '../pull-request/references-section.ts'
import type { RunContext } from './run-context.ts'

/** What the whole pull request newly points to outside, as a part of its body; `null`: nothing. */
export async function listReferences(
  { known, secrets }: RunContext,
  headSha: string,
): Promise<string | null> {
  if (known.tree === null) return null
  const { repository, baseSha } = known.tree
  const references = findNewLinks(await readDifference(repository, baseSha, headSha))
  const hosts = references.map(({ host }) => host)
  const named = await findKnownHosts(repository, baseSha, hosts)
  return referencesSection({
    references,
    named: new Set([...named, ...known.hosts]),
    secrets,
    hosts: known.hosts,
  })
}
