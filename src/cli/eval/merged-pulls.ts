import type { AskedText, MergedPull } from '../../contract/local-eval.ts'
import { at, type Gh, listAt, must, textAt } from '../init/gh.ts'
import { CommandError } from '../output/exit-code.ts'
import { plainText } from '../output/plain-text.ts'

const TEXT = 'number title body createdAt lastEditedAt author { login }'

/** A page of merged pull requests, newest first. https://docs.github.com/en/graphql/reference/objects#pullrequest */
export const MERGED_QUERY = `query Merged($owner: String!, $name: String!, $first: Int!, $after: String) {
  repository(owner: $owner, name: $name) {
    pullRequests(states: MERGED, orderBy: { field: CREATED_AT, direction: DESC }, first: $first, after: $after) {
      pageInfo { hasNextPage endCursor }
      nodes {
        ${TEXT} mergedAt additions deletions changedFiles
        mergeCommit { oid }
        commits(first: 1) { totalCount }
        closingIssuesReferences(first: 2) { nodes { ${TEXT} repository { nameWithOwner } } }
      }
    }
  }
}`

const PAGE = 50

/** The last pull requests that were merged. Comments are not read: in them, people tell how it was solved. */
export async function listMerged(gh: Gh, repository: string, most: number): Promise<MergedPull[]> {
  const [owner, name] = repository.split('/')
  const found: MergedPull[] = []
  let after: string | null = null
  while (found.length < most) {
    const variables = { owner, name, first: Math.min(PAGE, most - found.length), after }
    const { body } = must(await gh.call('POST', 'graphql', { query: MERGED_QUERY, variables }), LIST)
    const page = at(body, 'data', 'repository', 'pullRequests')
    if (page === undefined || page === null)
      throw new CommandError(
        `GitHub refuses to ${LIST} of ${repository}: ${plainText(textAt(body, 'errors', 0, 'message')) || 'no reason given'}`,
      )
    found.push(...listAt(page, 'nodes').flatMap((node) => readPull(node, repository) ?? []))
    after = textAt(page, 'pageInfo', 'endCursor')
    if (at(page, 'pageInfo', 'hasNextPage') !== true || after === '') return found
  }
  return found
}

const LIST = 'list the merged pull requests'

/** `null`: GitHub no longer has its commit. */
function readPull(node: unknown, repository: string): MergedPull | null {
  const mergeCommit = textAt(node, 'mergeCommit', 'oid')
  const openedAt = textAt(node, 'createdAt')
  if (mergeCommit === '') return null
  const issues = listAt(node, 'closingIssuesReferences', 'nodes').filter(
    // An issue elsewhere has a number of another repository.
    (issue) => textAt(issue, 'repository', 'nameWithOwner').toLowerCase() === repository.toLowerCase(),
  )
  // Of two, neither says all that was asked for.
  const asked =
    issues.length === 1 ? readText('issue', issues[0], openedAt) : readText('description', node, openedAt)
  return {
    ...{
      number: countAt(node, 'number'),
      title: textAt(node, 'title'),
      mergedAt: textAt(node, 'mergedAt'),
    },
    ...{ mergeCommit, commits: countAt(node, 'commits', 'totalCount'), asked },
    ...{ additions: countAt(node, 'additions'), deletions: countAt(node, 'deletions') },
    changedFiles: countAt(node, 'changedFiles'),
  }
}

const countAt = (value: unknown, ...path: readonly (string | number)[]): number => {
  const found = at(value, ...path)
  return typeof found === 'number' ? found : 0
}

const readText = (from: AskedText['from'], node: unknown, openedAt: string): AskedText => ({
  ...{ from, number: countAt(node, 'number'), title: textAt(node, 'title'), body: textAt(node, 'body') },
  author: textAt(node, 'author', 'login') || 'ghost',
  editedLater: textAt(node, 'lastEditedAt') > openedAt,
})
