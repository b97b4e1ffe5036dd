import { CommandError } from '../output/exit-code.ts'
import { type Answer, type Gh, must, refusalOf, textAt } from './gh.ts'
import { encodePath, type Pull, pullOf, type Repository, readText, SETUP_BRANCH } from './inspect.ts'
import type { ModelAccess } from './setup-files.ts'

export interface SetupFile {
  readonly path: string
  readonly text: string
}

export const TITLE = 'Set up Prentice'

interface Setup {
  readonly repository: Repository
  /** Head of the default branch. */
  readonly head: string
  readonly files: readonly SetupFile[]
  readonly body: string
}

/** Commits the files to a branch of their own, and opens the pull request. No clone changes. */
export async function openSetup(gh: Gh, { repository, head, files, body }: Setup): Promise<Pull> {
  const base = `repos/${repository.name}`
  const branch = await writeBranch(gh, { repository, head, files })
  const sent = { title: TITLE, head: branch, base: repository.defaultBranch, body }
  const opened = pullOf(must(await gh.call('POST', `${base}/pulls`, sent), 'open the pull request').body)
  if (opened === null) throw new CommandError('GitHub has opened a pull request without a number')
  return opened
}

const MOST_BRANCHES = 20

/** Returns its name. A branch of an earlier call is used again only if it has these files; otherwise it stays as it is. */
async function writeBranch(
  gh: Gh,
  { repository: { name }, head, files }: Omit<Setup, 'body'>,
): Promise<string> {
  for (let number = 1; number <= MOST_BRANCHES; number += 1) {
    const branch = number === 1 ? SETUP_BRANCH : `${SETUP_BRANCH}-${number}`
    const found = await gh.call('GET', `repos/${name}/git/ref/${encodePath(`heads/${branch}`)}`)
    if (found.status === 404) {
      await makeBranch(gh, { name, branch, head, files })
      return branch
    }
    const sha = textAt(must(found, `show the branch ${branch}`).body, 'object', 'sha')
    const parent = await gh.call('GET', `repos/${name}/git/commits/${sha}`)
    const texts = await Promise.all(files.map(({ path }) => readText(gh, name, path, sha)))
    const isOurs = textAt(parent.body, 'parents', 0, 'sha') === head
    if (isOurs && files.every(({ text }, index) => texts[index] === text)) return branch
  }
  throw new CommandError(
    `there are ${MOST_BRANCHES} branches like ${SETUP_BRANCH}: delete those that nobody needs`,
  )
}

async function makeBranch(
  gh: Gh,
  { name, branch, head, files }: { name: string; branch: string; head: string; files: readonly SetupFile[] },
): Promise<void> {
  const make = async (path: string, body: object, what: string): Promise<Answer> =>
    must(await gh.call('POST', `repos/${name}/git/${path}`, body), what)
  const parent = must(await gh.call('GET', `repos/${name}/git/commits/${head}`), 'show the last commit')
  const entries = files.map(({ path, text }) => ({ path, mode: '100644', type: 'blob', content: text }))
  const tree = await make(
    'trees',
    { base_tree: textAt(parent.body, 'tree', 'sha'), tree: entries },
    'store the files',
  )
  const commit = { message: TITLE, tree: textAt(tree.body, 'sha'), parents: [head] }
  const made = await make('commits', commit, 'make the commit')
  await make(
    'refs',
    { ref: `refs/heads/${branch}`, sha: textAt(made.body, 'sha') },
    `make the branch ${branch}`,
  )
}

/** For a repository without a commit: a pull request needs something to be merged into. The workflow comes last. */
export async function commitSetup(
  gh: Gh,
  { repository: { name }, files }: Pick<Setup, 'repository' | 'files'>,
): Promise<void> {
  for (const { path, text } of files) {
    const sent = { message: `${TITLE}: ${path}`, content: Buffer.from(text).toString('base64') }
    must(await gh.call('PUT', `repos/${name}/contents/${encodePath(path)}`, sent), `commit ${path}`)
  }
}

/** After the merge. `null`: it is gone; otherwise why GitHub keeps it. */
export async function deleteSetupBranch(
  gh: Gh,
  { name }: Repository,
  { branch }: Pull,
): Promise<string | null> {
  const answer = await gh.call('DELETE', `repos/${name}/git/refs/${encodePath(`heads/${branch}`)}`)
  // Many repositories delete the branch of a merged pull request themselves: GitHub then answers 422 or 404.
  return answer.status < 300 || answer.status === 404 || answer.status === 422 ? null : refusalOf(answer)
}

/** `null`: it is merged; otherwise why GitHub does not merge it, for example because it needs a review. */
export async function mergeSetup(
  gh: Gh,
  { name, mergeMethods }: Repository,
  { number, sha }: Pull,
): Promise<string | null> {
  let why = 'the repository allows no way to merge'
  for (const method of mergeMethods) {
    const answer = await gh.call('PUT', `repos/${name}/pulls/${number}/merge`, { sha, merge_method: method })
    if (answer.status === 200) return null
    why = refusalOf(answer)
  }
  return why
}

export const describeSetup = ({
  files,
  access,
  isPublic,
}: {
  readonly files: readonly SetupFile[]
  readonly access: ModelAccess
  readonly isPublic: boolean
}): string => `\
This pull request sets up Prentice, which turns a prompt into a pull request. Nothing runs before you merge it.

### What it adds

${files.map(({ path }) => `- \`${path}\``).join('\n')}

${access.kind === 'key' ? `The workflow reads the key of the model from the secret \`${access.secret}\`.` : 'The workflow calls the model without a stored key, with an OIDC token of its run.'}

### After the merge

- People with write access ask for work with a comment on an issue, such as \`/prentice fix the typo\`, with the label \`prentice\`, or by hand: *Actions → Prentice → Run workflow*.${isPublic ? ' Nobody else can start work.' : ''}
- Each job opens a pull request. Its CI waits until somebody selects *Approve workflows to run* there. Prentice never merges.

### If you do not want this

Close this pull request. The repository stays as it is.
`
