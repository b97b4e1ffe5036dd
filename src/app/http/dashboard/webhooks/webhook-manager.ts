import type { Context } from 'hono'
import { memberOf } from '../../../limits/rate-limit.ts'
import type { Manager as WebhookManager } from '../../../outgoing/endpoints/managed-webhooks.ts'
import type { ShownWebhook, Webhooks } from '../../../outgoing/endpoints/webhooks.ts'
import { confirmProjects, type GuardDeps, requireAccount } from '../frame/guard.ts'
import { PageError } from '../frame/page-error.ts'
import { actorIn, type DashboardEnv, type SignedInView, signedInView } from '../frame/view.ts'
import { type KeyManager, managesAny } from '../keys/managed-keys.ts'
import { projectIdsWith } from '../lookup/find-projects.ts'

/** Who looks at the pages of webhooks, and what they manage. */
export interface WebhookScene {
  readonly view: SignedInView
  readonly person: KeyManager
  readonly manager: WebhookManager
}

/** An owner manages all webhooks of the account; others those of projects that they administer. */
export function webhookScene(c: Context<DashboardEnv>): WebhookScene {
  const account = requireAccount(c)
  const view = signedInView(c)
  const { access } = view.viewer
  const by = actorIn(view)
  const projectIds = account.isOwner ? null : projectIdsWith(access, account.id, 'admin')
  return {
    view,
    person: { account, access },
    manager: { accountId: account.id, projectIds, keyId: null, by, member: memberOf(by, account.isOwner) },
  }
}

/** The same for people who manage any webhook. What a form may do is judged by what it confirmed. */
export function managingScene(c: Context<DashboardEnv>): WebhookScene {
  const scene = webhookScene(c)
  const { view, person } = scene
  if (!managesAny({ ...person, access: view.viewer.listed }))
    throw new PageError(
      403,
      `People with the admin role in a repository manage the webhooks of its project. Owners of ${person.account.login} manage all webhooks.`,
    )
  return scene
}

/**
 * The webhook of the address. One that the person does not manage is a 404, as if it did not exist. A write asks GitHub
 * about its projects first.
 */
export async function oneWebhook(
  deps: GuardDeps & { readonly outgoing: Pick<Webhooks, 'list'> },
  c: Context<DashboardEnv>,
): Promise<WebhookScene & { readonly shown: ShownWebhook }> {
  const find = async ({ manager }: WebhookScene): Promise<ShownWebhook | undefined> =>
    (await deps.outgoing.list(manager)).find(({ webhook }) => webhook.id === c.req.param('id'))
  let scene = webhookScene(c)
  let shown = await find(scene)
  if (c.req.method !== 'GET' && shown !== undefined) {
    // Without its own list, its key decides what it covers: some of the projects that the person administers. An owner
    // manages it as an owner.
    const { projectIds } = scene.manager
    await confirmProjects(deps, c, shown.webhook.projectIds ?? projectIds ?? [], scene.person.account)
    scene = webhookScene(c)
    shown = await find(scene)
  }
  if (shown === undefined) throw new PageError(404, 'There is no such webhook, or you do not manage it.')
  return { ...scene, shown }
}
