import { personOnGithub } from '../../audit/actor.ts'
import { noteRightsChange } from '../../sessions/note-rights-change.ts'
import { endSessionsOf } from '../../sessions/sessions.ts'
import { accountOf, type GithubEvents, senderIdOf, type WebhookDeps } from './deps.ts'

/** What gives or ends access to the dashboard before the server would ask GitHub again. */
export function onAccessChange(events: GithubEvents, deps: WebhookDeps): void {
  const sessions = { ...deps, auditMs: deps.retention.auditMs }
  /** https://docs.github.com/en/webhooks/webhook-events-and-payloads#github_app_authorization */
  events.on('github_app_authorization.revoked', async ({ payload }) => {
    const { id, login } = payload.sender
    await endSessionsOf(sessions, id, personOnGithub({ id, login }))
  })
  events.on(['installation.deleted', 'installation.suspend'], async ({ payload }) => {
    const account = accountOf(payload.installation)
    if (account === null) return
    await noteRightsChange(deps, account.id)
    // The account of a person has the id of the person; that of an organisation is nobody's.
    await endSessionsOf(sessions, account.id, personOnGithub(account))
  })
  events.on(['installation.created', 'installation.unsuspend'], async ({ payload }) => {
    const account = accountOf(payload.installation)
    if (account === null) return
    await noteRightsChange(deps, account.id)
    // The dashboard does not know yet that the account is one of this person. Persons and organisations share no id.
    const senderId = senderIdOf(payload)
    if (senderId !== null) await noteRightsChange(deps, senderId)
  })
  events.on('installation_repositories', async ({ payload }) => {
    const account = accountOf(payload.installation)
    if (account !== null) await noteRightsChange(deps, account.id)
  })
  events.on(['repository.transferred', 'repository.privatized'], async ({ payload }) => {
    await noteRightsChange(deps, payload.repository.owner.id)
  })
}
