import { findLinkedHosts } from '../git/find-linked-hosts.ts'
import { findReferences } from '../git/find-references.ts'
import { readDifference } from '../git/read-changes.ts'
import type { Job } from '../job.ts'
import { writeReferences } from '../pull-request/write-references.ts'

/** What the whole pull request newly points to outside, as a part of its body; `null`: nothing. */
export async function describeReferences({ known, secrets }: Job, headSha: string): Promise<string | null> {
  if (known.tree === null) return null
  const { repository, baseSha } = known.tree
  const references = findReferences(await readDifference(repository, baseSha, headSha))
  const hosts = references.map(({ host }) => host)
  const named = await findLinkedHosts(repository, baseSha, hosts)
  return writeReferences({
    references,
    named: new Set([...named, ...known.hosts]),
    secrets,
    hosts: known.hosts,
  })
}
