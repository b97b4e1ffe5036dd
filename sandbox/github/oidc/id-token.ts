import { randomBytes, randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import { isProtected } from '../accounts/branch-rules.ts'
import type { Run } from '../state/repository.ts'
import type { GithubState } from '../state/state.ts'

export const newIdTokenSecret = (): string => randomBytes(32).toString('base64url')

const LIFETIME_S = 300

/** A new token for the audience, with a new `jti`. All claims are strings. */
export const mintIdToken = (state: GithubState, run: Run, audience: string): Promise<string> =>
  signIdToken(state, claimsOf(state, run), audience)

export const signIdToken = (
  state: GithubState,
  claims: Readonly<Record<string, string>>,
  audience: string,
): Promise<string> => {
  const issued = Math.floor(state.now().getTime() / 1000)
  return new SignJWT({ jti: randomUUID(), ...claims })
    .setProtectedHeader({ typ: 'JWT', alg: 'RS256', x5t: state.signing.kid, kid: state.signing.kid })
    .setIssuer(state.urls.oidc)
    .setAudience(audience)
    .setIssuedAt(issued)
    .setNotBefore(issued - 600)
    .setExpirationTime(issued + LIFETIME_S)
    .sign(state.signing.privateKey)
}

const claimsOf = (state: GithubState, run: Run): Record<string, string> => {
  const { repository } = run
  const { owner } = repository
  const name = `${owner.login}/${repository.name}`
  const workflowRef = `${name}/${run.workflow.path}@${run.ref}`
  const branch = run.ref.replace(/^refs\/(heads|tags)\//, '')
  return {
    // On github.com, the subject has the ids for repositories created after 2026-07-15.
    sub:
      state.dialect === 'github'
        ? `repo:${owner.login}@${owner.id}/${repository.name}@${repository.id}:ref:${run.ref}`
        : `repo:${name}:ref:${run.ref}`,
    ref: run.ref,
    ref_type: run.ref.startsWith('refs/tags/') ? 'tag' : 'branch',
    ref_protected: String(isProtected(repository, branch)),
    sha: run.sha,
    repository: name,
    repository_id: String(repository.id),
    repository_owner: owner.login,
    repository_owner_id: String(owner.id),
    repository_visibility: repository.private ? 'private' : 'public',
    actor: run.actor.login,
    actor_id: String(run.actor.id),
    workflow: run.workflow.name,
    workflow_ref: workflowRef,
    workflow_sha: run.sha,
    job_workflow_ref: workflowRef,
    job_workflow_sha: run.sha,
    event_name: 'workflow_dispatch',
    head_ref: '',
    base_ref: '',
    run_id: String(run.id),
    run_number: String(run.number),
    run_attempt: String(run.attempt),
    runner_environment: state.dialect === 'github' ? 'github-hosted' : 'self-hosted',
    check_run_id: String(run.id + 2),
  }
}
