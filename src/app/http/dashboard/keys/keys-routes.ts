import type { Context } from 'hono'
import { batchesEndingWith } from '../../../batches/list-batches.ts'
import { type Added, createKey, KEYS_AN_HOUR } from '../../../keys/create-key.ts'
import { isUsable, type KeyRecord, revokeKey } from '../../../keys/key-record.ts'
import { GRACES, type Grace, rotateKey } from '../../../keys/rotate-key.ts'
import { readWebhooks } from '../../../outbox/outbox-entry.ts'
import { loadProject, type Project } from '../../../projects/project.ts'
import type { HttpError } from '../../shared/http-error.ts'
import { secondsUntil, tooManyRequests } from '../../shared/too-many-requests.ts'
import { projectsIn } from '../frame/choose-projects.ts'
import { findProjects, hasRightAnywhere, MOST_OFFERED, namesForRows } from '../frame/find-projects.ts'
import { readForm } from '../frame/form.ts'
import { duration, number } from '../frame/formats.ts'
import {
  confirmProjects,
  type KeyManager,
  managedKey,
  managedKeys,
  managesAny,
  mayManage,
  requireAccount,
} from '../frame/guard.ts'
import type { PageDeps, PageModule } from '../frame/page-module.ts'
import { PageError, redirectWithFlash, render } from '../frame/respond.ts'
import { actorIn, type DashboardEnv, type SignedInView, signedInView } from '../frame/view.ts'
import { type KeyEnding, keyPage, revealPage } from './key-page.ts'
import { keysPage, SHOWN } from './keys-page.ts'
import {
  emptyForm,
  formOf,
  KEY_FORM,
  KEY_NAME_FIELD,
  type KeyErrors,
  type KeyForm,
  newKeyPage,
  readNewKey,
} from './new-key-page.ts'

interface Scene {
  readonly view: SignedInView
  readonly manager: KeyManager
}

export const keysPages: PageModule = {
  styles: [new URL('keys.css', import.meta.url)],

  routes(app, deps) {
    app.get('/keys', async (c) => {
      const { view, manager } = sceneOf(c)
      const { account, access } = manager
      const search = c.req.query('q') ?? ''
      const [found, all] = await Promise.all([
        findProjects(deps, access, account.id, { search, limit: SHOWN }),
        managedKeys(deps, manager),
      ])
      const { keys, page, hasMore } = pageOf(all, c.req.query('page'), view.now)
      const rows = keys.map(({ projectIds }) => projectIds)
      const names = await namesForRows(deps, rows)
      const hasProjects = hasRightAnywhere(access, account.id, 'read')
      return render(
        deps,
        c,
        keysPage(view, { manager, keys, page, hasMore, found, hasProjects, names, search }),
      )
    })

    app.get('/keys/new', async (c) => {
      const { manager } = managing(sceneOf(c))
      return showForm(deps, c, manager, emptyForm(manager), {}, 200)
    })

    app.post('/keys', async (c) => {
      const form = formOf(await readForm(c, KEY_FORM))
      const { manager: before } = sceneOf(c)
      await confirmProjects(deps, c, projectsIn(form, before), before.account)
      const { view, manager } = managing(sceneOf(c))
      const read = readNewKey(form, manager)
      if (read.kind === 'invalid') return showForm(deps, c, manager, form, read.errors, 422)
      const { person } = view.viewer.session.record
      const created = await createKey(
        deps,
        {
          ...read.wanted,
          accountId: manager.account.id,
          createdBy: person.login,
          creator: { id: person.id, login: person.login },
          byOwner: manager.account.isOwner,
        },
        actorIn(view),
      )
      switch (created.kind) {
        case 'unknown-projects':
          return showForm(deps, c, manager, form, { project: true }, 422)
        case 'limited':
          throw limited(view, manager, created)
        case 'added': {
          const { key, record } = created
          const data = { key, record, project: await sampleProject(deps, view, record), replaced: null }
          return render(deps, c, revealPage(view, { ...data, publicUrl: deps.publicUrl }))
        }
      }
    })

    app.get('/keys/:id', async (c) => {
      const { view, key, projects, ending } = await keyScene(deps, c)
      return render(deps, c, keyPage(view, { key, projects, ending, isWrongName: false, problem: null }))
    })

    app.post('/keys/:id/rotate', async (c) => {
      const { view, manager, key, projects, ending } = await keyScene(deps, c)
      const grace = (await readForm(c, { grace: { length: 20 } })).get('grace') ?? ''
      if (!isGrace(grace)) throw new PageError(400, 'Choose how long the old key stays valid.')
      const { person } = view.viewer.session.record
      const rotated = await rotateKey(
        deps,
        {
          accountId: key.accountId,
          id: key.id,
          grace,
          creator: { id: person.id, login: person.login },
          byOwner: manager.account.isOwner,
        },
        actorIn(view),
      )
      if (rotated.kind === 'limited') throw limited(view, manager, rotated)
      if (rotated.kind !== 'rotated') {
        const problem =
          rotated.kind === 'rotated-before'
            ? 'This key was already rotated.'
            : 'This key is no longer valid. The list keeps it as a record.'
        return render(deps, c, keyPage(view, { key, projects, ending, isWrongName: false, problem }), 409)
      }
      const { record, old } = rotated
      const project = await sampleProject(deps, view, record)
      const data = { key: rotated.key, record, project, replaced: old }
      return render(deps, c, revealPage(view, { ...data, publicUrl: deps.publicUrl }))
    })

    app.post('/keys/:id/revoke', async (c) => {
      const { view, key, projects, ending } = await keyScene(deps, c)
      const typed = (await readForm(c, { name: KEY_NAME_FIELD })).get('name')?.trim()
      if (typed !== key.name)
        return render(
          deps,
          c,
          keyPage(view, { key, projects, ending, isWrongName: true, problem: null }),
          422,
        )
      await revokeKey(deps, key, actorIn(view))
      const text = `The key ${key.name} is revoked.`
      return redirectWithFlash(deps, c, '/keys', { tone: 'success', text })
    })
  },
}

/** Keys on a page. */
const PER_PAGE = 50

/** Those that may be used come first, so that no number of ended ones hides them. `asked`: the number of the page, from 1. */
function pageOf(all: readonly KeyRecord[], asked: string | undefined, now: number) {
  const page = /^[1-9]\d{0,5}$/.test(asked ?? '') ? Number(asked) : 1
  const usable = all.filter((key) => isUsable(key, now))
  const ended = all.filter((key) => !isUsable(key, now))
  const keys = [...usable, ...ended].slice((page - 1) * PER_PAGE, page * PER_PAGE)
  return { keys, page, hasMore: page * PER_PAGE < all.length }
}

function sceneOf(c: Context<DashboardEnv>): Scene {
  const account = requireAccount(c)
  const view = signedInView(c)
  return { view, manager: { account, access: view.viewer.access } }
}

/** A person who may manage no key gets a page that says so. A form may do only what it confirmed. */
function managing(scene: Scene): Scene {
  const { view, manager } = scene
  if (!managesAny({ ...manager, access: view.viewer.listed }))
    throw new PageError(
      403,
      `People with the admin role in a repository manage the keys of its project. Owners of ${manager.account.login} manage the keys of all projects.`,
    )
  return scene
}

async function showForm(
  deps: PageDeps,
  c: Context<DashboardEnv>,
  manager: KeyManager,
  form: KeyForm,
  errors: KeyErrors,
  status: 200 | 422,
): Promise<Response> {
  const view = signedInView(c)
  const { listed } = view.viewer
  const offered = await findProjects(deps, listed, manager.account.id, {
    wanted: 'admin',
    limit: MOST_OFFERED,
  })
  return render(deps, c, newKeyPage(view, { manager, offered, form, errors }), status)
}

/** A key that the person does not manage is a 404, as if it did not exist. A write asks GitHub about its projects. */
async function keyScene(
  deps: PageDeps,
  c: Context<DashboardEnv>,
): Promise<
  Scene & { readonly key: KeyRecord; readonly projects: readonly Project[]; readonly ending: KeyEnding }
> {
  const { manager: before } = sceneOf(c)
  const key = await managedKey(deps, before, c.req.param('id') ?? '')
  if (c.req.method === 'POST' && key !== null)
    await confirmProjects(deps, c, key.projectIds ?? [], before.account)
  const scene = sceneOf(c)
  if (key === null || !mayManage(scene.manager, key.projectIds))
    throw new PageError(404, 'There is no such API key among those that you manage.')
  const [projects, ending] = await Promise.all([
    loadProjects(deps, key.projectIds ?? []),
    endingWith(deps, key),
  ])
  return { ...scene, key, projects, ending }
}

/** Batches that are shown, the newest first. */
const MOST_BATCHES = 50

/** What the manager of a key may see of it covers no more than the key. */
async function endingWith(deps: PageDeps, key: KeyRecord): Promise<KeyEnding> {
  const [{ webhooks }, batches] = await Promise.all([
    readWebhooks(deps.store, key.accountId),
    batchesEndingWith(deps, key, MOST_BATCHES),
  ])
  return { webhooks: webhooks.filter(({ keyId }) => keyId === key.id), batches }
}

/** Maximum number of projects whose names are looked up. */
const MOST_NAMES = 500

async function loadProjects({ store }: PageDeps, ids: readonly string[]): Promise<Project[]> {
  const found = await Promise.all([...new Set(ids)].slice(0, MOST_NAMES).map((id) => loadProject(store, id)))
  return found.filter((project) => project !== null)
}

/** The project for which a page shows how to use the key; `null`: none. */
async function sampleProject(
  deps: PageDeps,
  { viewer }: SignedInView,
  { accountId, projectIds }: KeyRecord,
): Promise<Project | null> {
  if (projectIds !== null) return (await loadProjects(deps, projectIds.slice(0, 1)))[0] ?? null
  const { projects } = await findProjects(deps, viewer.listed, accountId, { limit: 1 })
  return projects[0] ?? null
}

const isGrace = (text: string): text is Grace => Object.hasOwn(GRACES, text)

function limited(
  view: SignedInView,
  { account }: KeyManager,
  { againAt, of }: Extract<Added, { kind: 'limited' }>,
): HttpError {
  const most = number(view, of === 'member' ? KEYS_AN_HOUR.each : KEYS_AN_HOUR.together)
  const time = duration(view, againAt - view.now)
  const text =
    of === 'member'
      ? `You have created ${most} keys within an hour, the limit of one person. Try again in ${time}.`
      : `People who are not owners of ${account.login} have created ${most} keys within an hour, their limit together. Try again in ${time}, or ask an owner to create the key.`
  return tooManyRequests(text, secondsUntil(againAt, view.now), { As: PageError })
}
