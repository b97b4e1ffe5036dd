import { parseActionRef } from '../../app/config/action-ref.ts'
import { ownAction } from '../../app/config/own-action.ts'
import { at, type Gh, refusalOf, textAt } from './gh.ts'

/** The action that a workflow file names in `uses:`, at a commit. */
export interface Action {
  /** `owner/name` */
  readonly repository: string
  /** Full SHA. */
  readonly sha: string
  /** A tag or a version, for the comment; `null`: none is known. */
  readonly version: string | null
}

export type FoundAction =
  | { readonly kind: 'found'; readonly action: Action; readonly note: string | null }
  | { readonly kind: 'missing'; readonly why: string }

const NAME_IT = 'name it with --action owner/name@ref'

/** Finds the action on the GitHub of the repository, and pins it: what `uses:` names must exist. */
export async function findAction(gh: Gh, named: string | undefined, root?: string): Promise<FoundAction> {
  const chosen = named === undefined ? await ownAction(gh.host, root) : named
  if (chosen === null)
    return { kind: 'missing', why: `it is not known where ${gh.host} has the action: ${NAME_IT}` }
  const ref = parseActionRef(chosen)
  if (ref === null) return { kind: 'missing', why: `--action ${chosen}: write it as owner/name@ref` }
  const { repository } = ref
  const commit = await gh.call('GET', `repos/${repository}/commits/${encodeURIComponent(ref.ref)}`)
  const sha = textAt(commit.body, 'sha')
  if (commit.status !== 200 || sha === '') {
    // GitHub Connect takes actions from github.com: https://docs.github.com/en/enterprise-server/admin/managing-github-actions-for-your-enterprise
    if (FULL_SHA.test(ref.ref) && gh.host !== 'github.com')
      return {
        kind: 'found',
        action: { repository, sha: ref.ref, version: ref.version },
        note: `${gh.host} does not show ${chosen}, so that nothing has checked it`,
      }
    return {
      kind: 'missing',
      why: `${gh.host} has no ${repository}@${ref.ref} (${refusalOf(commit)}): push it there, or ${NAME_IT}`,
    }
  }
  const manifest = await gh.call('GET', `repos/${repository}/contents/action.yml?ref=${sha}`)
  const text = Buffer.from(textAt(manifest.body, 'content'), 'base64').toString()
  if (!isOurAction(text))
    return { kind: 'missing', why: `${repository}@${ref.ref} is not the action of Prentice: ${NAME_IT}` }
  const version = FULL_SHA.test(ref.ref) ? ref.version : ref.ref
  return {
    kind: 'found',
    action: { repository, sha, version },
    note: await whyUnreachable(gh, repository),
  }
}

/** By what the workflow file gives to it, as the server does (`inspect-action.ts`): its name is anybody's. */
const isOurAction = (text: string): boolean =>
  ['run', 'prompt', 'app-url'].every((input) => new RegExp(`^ {2}${input}:\\s*$`, 'm').test(text))

const FULL_SHA = /^[0-9a-f]{40}$/

/** Workflows of other repositories run the action of a private one only if its settings allow it. */
async function whyUnreachable(gh: Gh, repository: string): Promise<string | null> {
  const { body } = await gh.call('GET', `repos/${repository}`)
  if (at(body, 'private') !== true) return null
  return `${repository} is private: let other repositories use it, at https://${gh.host}/${repository}/settings/actions, *Access*`
}
