import type { Context } from 'hono'
import { WebhookEdit } from '../../../../contract/webhook.ts'
import { memberOf } from '../../../limits/rate-limit.ts'
import { MAX_WEBHOOKS } from '../../../outbox/outbox-entry.ts'
import type { Manager as WebhookManager } from '../../../outgoing/endpoints/managed-webhooks.ts'
import type { ShownWebhook } from '../../../outgoing/endpoints/webhooks.ts'
import { loadProject, type Project } from '../../../projects/project.ts'
import type { AccountAccess } from '../../../sessions/access.ts'
import { projectsIn } from '../frame/choose-projects.ts'
import { findProjects, MOST_OFFERED, namesForRows, projectIdsWith } from '../frame/find-projects.ts'
import { readForm } from '../frame/form.ts'
import { number } from '../frame/formats.ts'
import { confirmProjects, type KeyManager, managedKey, managesAny, requireAccount } from '../frame/guard.ts'
import type { PageDeps, PageModule } from '../frame/page-module.ts'
import { PageError, redirectWithFlash, render } from '../frame/respond.ts'
import { actorIn, type DashboardEnv, type SignedInView, signedInView } from '../frame/view.ts'
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
      const rows = webhooks.map(({ webhook }) => webhook.projectIds)
      const names = await namesForRows(deps, rows)
      const { login } = person.account
      return render(deps, c, webhooksPage(view, { login, isManager, webhooks, names }))
    })

    app.get('/webhooks/new', async (c) => {
      const scene = managingScene(c)
      return showForm(deps, c, scene, { form: emptyForm(scene.person), errors: {}, refusal: null }, 200)
    })

    app.post('/webhooks', async (c) => {
      const form = formOf(await readForm(c, WEBHOOK_FORM))
      const { person: before } = managingScene(c)
      await confirmProjects(deps, c, projectsIn(form, before), before.account)
      const scene = managingScene(c)
      const read = readNewWebhook(form, scene.person)
      if (read.kind === 'invalid')
        return showForm(deps, c, scene, { form, errors: read.errors, refusal: null }, 422)
      const outcome = await outgoing.create(
        scene.manager,
        { kind: 'person', ...viewerOf(scene) },
        read.wanted,
      )
      if (outcome.kind === 'created') return render(deps, c, secretPage(scene.view, outcome.made))
      const refusal =
        outcome.kind === 'full'
          ? fullText(scene, outcome.of)
          : 'You already have a webhook for this URL and these projects. Delete that one first.'
      return showForm(deps, c, scene, { form, errors: {}, refusal }, 409)
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

    app.post('/webhooks/:id/take-over', async (c) => {
      const found = await oneWebhook(deps, c)
      const { manager, shown } = found
      const taken = await outgoing.takeOver(manager, shown.webhook.id, viewerOf(found))
      if (taken === null) throw gone()
      if (taken.kind === 'full') return showWebhook(deps, c, found, fullText(found, taken.of), 409)
      const next = taken.shown.webhook.disabled === null ? '' : ' Enable it to send events again.'
      return done(deps, c, shown, `The webhook is yours.${next}`)
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

    app.post('/webhooks/:id/test', async (c) => {
      const { manager, shown } = await oneWebhook(deps, c)
      const sent = await outgoing.sendTest(manager, shown.webhook.id)
      if (sent === null) throw gone()
      if (sent === 'disabled')
        throw new PageError(409, 'The webhook is disabled. Enable it, then send a test event.')
      return done(deps, c, shown, 'A test event is sent. Its result appears below.')
    })

    app.post('/webhooks/:id/edit', async (c) => {
      const form = formOf(await readForm(c, WEBHOOK_FORM))
      const found = await oneWebhook(deps, c)
      const { manager, shown } = found
      const { name, url, events, onlyWhenNamed } = form
      const read = WebhookEdit.safeParse({ name, events, onlyWhenNamed, ...(url !== '' && { url }) })
      if (!read.success) return showWebhook(deps, c, found, editProblem(read.error.issues[0]?.path[0]), 422)
      if ((await outgoing.edit(manager, shown.webhook.id, read.data)) === null) throw gone()
      return done(deps, c, shown, 'The webhook was changed.')
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

function fullText({ view, person }: WebhookScene, of: keyof typeof MAX_WEBHOOKS): string {
  const { login } = person.account
  const most = number(view, MAX_WEBHOOKS[of])
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

const EDIT_PROBLEMS = new Map<unknown, string>([
  ['name', 'Write a name of 1 to 100 characters.'],
  ['url', 'Write an https URL with a host name, without port, user, password and fragment.'],
  ['events', 'Choose at least one event.'],
])

const editProblem = (field: unknown): string =>
  `The webhook was not changed. ${EDIT_PROBLEMS.get(field) ?? 'Correct the fields.'}`

const gone = (): PageError => new PageError(404, 'There is no such webhook, or you do not manage it.')

const done = (deps: PageDeps, c: Ctx, { webhook }: ShownWebhook, text: string): Response =>
  redirectWithFlash(deps, c, `/webhooks/${webhook.id}`, { tone: 'success', text })

const viewerOf = ({ view }: WebhookScene): { readonly id: number; readonly login: string } => {
  const { id, login } = view.viewer.session.record.person
  return { id, login }
}

async function showForm(
  deps: PageDeps,
  c: Ctx,
  { view, person }: WebhookScene,
  page: Omit<NewWebhookPage, 'offered' | 'manager'>,
  status: 200 | 409 | 422,
): Promise<Response> {
  const { listed } = view.viewer
  const { account } = person
  const offered = await findProjects(deps, listed, account.id, { wanted: 'admin', limit: MOST_OFFERED })
  return render(deps, c, newWebhookPage(view, { ...page, manager: person, offered }), status)
}

async function showWebhook(
  deps: PageDeps,
  c: Ctx,
  found: WebhookScene & { readonly shown: ShownWebhook },
  problem: string | null,
  status: 200 | 409 | 422,
): Promise<Response> {
  const { view, manager, shown } = found
  const place = Buffer.from(c.req.query('cursor') ?? '', 'base64url').toString('utf8')
  const after = PLACE.test(place) ? place : null
  const [deliveries, projects, key] = await Promise.all([
    deps.outgoing.deliveries(manager, shown.webhook.id, { limit: DELIVERIES, after }),
    projectsOf(deps, shown),
    managedKey(deps, found.person, shown.webhook.keyId),
  ])
  if (deliveries === null) throw gone()
  const isOwn = shown.isCovered && shown.webhook.person?.id === viewerOf(found).id
  const data = { shown, projects, key, isOwn, deliveries, isFirst: after === null, problem }
  return render(deps, c, webhookPage(view, data), status)
}

async function projectsOf({ store }: PageDeps, { webhook }: ShownWebhook): Promise<Project[]> {
  const found = await Promise.all((webhook.projectIds ?? []).map((id) => loadProject(store, id)))
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
  return { view, person: { account, access }, manager: webhookManager(view, account) }
}

export function webhookManager(view: SignedInView, account: AccountAccess): WebhookManager {
  const by = actorIn(view)
  const projectIds = account.isOwner ? null : projectIdsWith(view.viewer.access, account.id, 'admin')
  return { accountId: account.id, projectIds, keyId: null, by, member: memberOf(by, account.isOwner) }
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
  deps: PageDeps,
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
