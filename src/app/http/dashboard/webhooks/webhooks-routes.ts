import type { Context } from 'hono'
import { type KeyRecord, keyStatus } from '../../../keys/key-record.ts'
import { memberOf } from '../../../limits/rate-limit.ts'
import { MAX_WEBHOOKS } from '../../../outbox/webhook-record.ts'
import type { Manager as WebhookManager } from '../../../outgoing/endpoints/managed-webhooks.ts'
import type { ShownWebhook, Webhooks } from '../../../outgoing/endpoints/webhooks.ts'
import type { Project } from '../../../projects/project.ts'
import { findProjects, MOST_OFFERED, projectIdsWith, projectNamed } from '../frame/find-projects.ts'
import { number } from '../frame/formats.ts'
import { confirmProjects, type GuardDeps, requireAccount } from '../frame/guard.ts'
import { PageError } from '../frame/page-error.ts'
import type { PageDeps, PageModule } from '../frame/page-module.ts'
import { readForm } from '../frame/read-form.ts'
import { redirectWithFlash, render } from '../frame/respond.ts'
import { actorIn, type DashboardEnv, type SignedInView, signedInView } from '../frame/view.ts'
import { type KeyManager, managedKeys, managesAny } from '../keys/managed-keys.ts'
import {
  emptyForm,
  formOf,
  type NewWebhookPage,
  newWebhookPage,
  readNewWebhook,
  secretPage,
  WEBHOOK_FORM,
} from './new-webhook-page.ts'
import { webhookPage } from './webhook-page.ts'
import { webhooksPage } from './webhooks-page.ts'

type Ctx = Context<DashboardEnv>

const DELIVERIES = 20
const PLACE = /^\d{13}\/evt_\w+$/

export const webhooksPages: PageModule = {
  styles: [new URL('webhooks.css', import.meta.url)],

  routes(app, deps) {
    const { outgoing } = deps

    app.get('/webhooks', async (c) => {
      const { view, person, manager } = webhookScene(c)
      const isManager = managesAny(person)
      const webhooks = isManager ? await outgoing.list(manager) : []
      const projects = await projectsOf(deps, webhooks)
      const { login } = person.account
      return render(deps, c, webhooksPage(view, { login, isManager, webhooks, projects }))
    })

    app.get('/webhooks/new', async (c) => {
      const scene = managingScene(c)
      const keys = await keysOf(deps, scene)
      return showForm(deps, c, scene, { keys, form: emptyForm(keys), errors: {}, refusal: null }, 200)
    })

    app.post('/webhooks', async (c) => {
      const form = formOf(await readForm(c, WEBHOOK_FORM))
      const before = managingScene(c)
      const { access, account } = before.person
      const keys = await keysOf(deps, before)
      const named = projectNamed(access, account.id, form.project)
      const chosen = keys.find(({ id }) => id === form.key)
      await confirmProjects(
        deps,
        c,
        [...(chosen?.projectIds ?? []), ...(named === null ? [] : [named])],
        account,
      )
      const scene = managingScene(c)
      const read = readNewWebhook(form, scene.person, await keysOf(deps, scene))
      if (read.kind === 'invalid')
        return showForm(deps, c, scene, { keys, form, errors: read.errors, refusal: null }, 422)
      const outcome = await outgoing.create(scene.manager, read.key.id, read.wanted)
      if (outcome.kind === 'created') return render(deps, c, secretPage(scene.view, outcome.made))
      const refusal =
        outcome.kind === 'full'
          ? fullText(outcome.of, number(scene.view, MAX_WEBHOOKS[outcome.of]), account.login)
          : 'This API key already has a webhook for this URL and these projects. Delete that one first.'
      return showForm(deps, c, scene, { keys, form, errors: {}, refusal }, 409)
    })

    app.get('/webhooks/:id', async (c) => {
      const found = await oneWebhook(deps, c)
      return showWebhook(deps, c, found, null, 200)
    })

    app.post('/webhooks/:id/rotate', async (c) => {
      const found = await oneWebhook(deps, c)
      const { view, manager, shown } = found
      const rotated = await outgoing.rotate(manager, shown.webhook.id)
      if (rotated === null) throw gone()
      if (rotated.kind === 'rotated') return render(deps, c, secretPage(view, rotated.made))
      return showWebhook(
        deps,
        c,
        found,
        'Four secrets of this webhook are valid. Wait until one has expired.',
        409,
      )
    })

    app.post('/webhooks/:id/disable', async (c) => {
      const found = await oneWebhook(deps, c)
      const { manager, shown } = found
      if ((await outgoing.disable(manager, shown.webhook.id)) === null) throw gone()
      return done(deps, c, shown, 'The webhook was disabled.')
    })

    app.post('/webhooks/:id/enable', async (c) => {
      const found = await oneWebhook(deps, c)
      const { manager, shown } = found
      if ((await outgoing.enable(manager, shown.webhook.id)) === null) throw gone()
      return done(deps, c, shown, 'The webhook was enabled. Pending deliveries are sent now.')
    })

    app.post('/webhooks/:id/delete', async (c) => {
      const { manager, shown } = await oneWebhook(deps, c)
      await outgoing.remove(manager, shown.webhook.id)
      const text = `The webhook ${shown.webhook.name} was deleted.`
      return redirectWithFlash(deps, c, '/webhooks', { tone: 'success', text })
    })

    app.post('/webhooks/:id/deliveries/:event/redeliver', async (c) => {
      const { manager, shown } = await oneWebhook(deps, c)
      const again = await outgoing.redeliver(manager, shown.webhook.id, c.req.param('event'))
      if (again === null)
        throw new PageError(404, 'This delivery no longer exists: deliveries are kept for 7 days.')
      return done(deps, c, shown, 'The event is sent again.')
    })
  },
}

function fullText(of: keyof typeof MAX_WEBHOOKS, most: string, login: string): string {
  switch (of) {
    case 'account':
      return `${login} has ${most} webhooks. Delete one first.`
    case 'members':
      return `People who are not owners of ${login} have ${most} webhooks, their limit together. Delete one first, or ask an owner to create the webhook.`
    case 'owner':
    case 'member':
      return `You and your API keys have ${most} webhooks, the limit of one person. Delete one first.`
  }
}

const gone = (): PageError => new PageError(404, 'There is no such webhook, or you do not manage it.')

const done = (deps: PageDeps, c: Ctx, { webhook }: ShownWebhook, text: string): Response =>
  redirectWithFlash(deps, c, `/webhooks/${webhook.id}`, { tone: 'success', text })

/** The keys of the person that a webhook can belong to. */
async function keysOf(deps: PageDeps, { person, view }: WebhookScene): Promise<KeyRecord[]> {
  const keys = managedKeys(person, await deps.keys.list(person.account.id))
  return keys.filter((key) => !['revoked', 'expired'].includes(keyStatus(key, view.now)))
}

async function showForm(
  deps: PageDeps,
  c: Ctx,
  { view, person: { account } }: WebhookScene,
  page: Omit<NewWebhookPage, 'offered'>,
  status: 200 | 409 | 422,
): Promise<Response> {
  const { listed } = view.viewer
  const offered = await findProjects(deps, listed, account.id, { wanted: 'admin', limit: MOST_OFFERED })
  return render(deps, c, newWebhookPage(view, { ...page, offered }), status)
}

async function showWebhook(
  deps: PageDeps,
  c: Ctx,
  found: WebhookScene & { readonly shown: ShownWebhook },
  problem: string | null,
  status: 200 | 409,
): Promise<Response> {
  const { view, manager, shown } = found
  const place = Buffer.from(c.req.query('cursor') ?? '', 'base64url').toString('utf8')
  const after = PLACE.test(place) ? place : null
  const [deliveries, projects, keys] = await Promise.all([
    deps.outgoing.deliveries(manager, shown.webhook.id, { limit: DELIVERIES, after }),
    projectsOf(deps, [shown]),
    deps.keys.list(manager.accountId),
  ])
  if (deliveries === null) throw gone()
  const key = managedKeys(found.person, keys).find(({ id }) => id === shown.webhook.keyId) ?? null
  const data = { shown, projects, key, deliveries, isFirst: after === null, problem }
  return render(deps, c, webhookPage(view, data), status)
}

async function projectsOf({ projects }: PageDeps, webhooks: readonly ShownWebhook[]): Promise<Project[]> {
  const ids = new Set(webhooks.flatMap(({ webhook }) => webhook.projectIds ?? []))
  const found = await Promise.all([...ids].map((id) => projects.load(id)))
  return found.filter((project) => project !== null)
}

/** Who looks at the pages of webhooks, and what they manage. */
interface WebhookScene {
  readonly view: SignedInView
  readonly person: KeyManager
  readonly manager: WebhookManager
}

/** An owner manages all webhooks of the account; others those of projects that they administer. */
function webhookScene(c: Context<DashboardEnv>): WebhookScene {
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
function managingScene(c: Context<DashboardEnv>): WebhookScene {
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
async function oneWebhook(
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
  if (shown === undefined) throw gone()
  return { ...scene, shown }
}
