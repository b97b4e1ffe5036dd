import type { Context } from 'hono'
import type { KeyRecord } from '../../../keys/key-record.ts'
import type { Keys } from '../../../keys/keys.ts'
import { GRACES, type Grace } from '../../../keys/rotate-key.ts'
import type { Project } from '../../../projects/project.ts'
import { HttpError } from '../../shared/http-error.ts'
import { requireAccount, visibleProjects } from '../frame/guard.ts'
import type { PageDeps } from '../frame/page-deps.ts'
import type { PageModule } from '../frame/page-module.ts'
import { readForm } from '../frame/read-form.ts'
import { redirectWithFlash, render } from '../frame/respond.ts'
import { actorIn, type DashboardEnv, type SignedInView, signedInView } from '../frame/view.ts'
import { keyPage } from './key-page.ts'
import { keysPage } from './keys-page.ts'
import { KEYS_WORDS } from './keys-words.ts'
import { type KeyManager, managedKeys, managerIn, managesAny } from './managed-keys.ts'
import { newKeyPage } from './new-key-page.ts'
import { emptyForm, formOf, readNewKey } from './read-new-key.ts'
import { revealPage } from './reveal-page.ts'

export interface KeysPageDeps extends PageDeps {
  readonly keys: Keys
}

interface Scene {
  readonly view: SignedInView
  readonly manager: KeyManager
  readonly projects: readonly Project[]
}

export const keysPages: PageModule<KeysPageDeps> = {
  styles: [new URL('keys.css', import.meta.url)],

  routes(app, deps) {
    app.get('/keys', async (c) => {
      const { view, manager, projects } = await sceneOf(deps, c)
      const keys = managedKeys(manager, await deps.keys.list(manager.account.id))
      return render(deps, c, keysPage(view, { manager, keys, projects, search: c.req.query('q') ?? '' }))
    })

    app.get('/keys/new', async (c) => {
      const { view, manager } = await managing(deps, c)
      return render(deps, c, newKeyPage(view, manager, emptyForm(manager), {}))
    })

    app.post('/keys', async (c) => {
      const { view, manager, projects } = await managing(deps, c)
      const form = formOf(await readForm(c))
      const read = readNewKey(form, manager)
      if (read.kind === 'invalid') return render(deps, c, newKeyPage(view, manager, form, read.errors), 422)
      const { person } = view.viewer.session.record
      const created = await deps.keys.create(
        {
          ...read.wanted,
          accountId: manager.account.id,
          createdBy: person.login,
          creator: { id: person.id, login: person.login },
        },
        actorIn(view),
      )
      switch (created.kind) {
        case 'unknown-projects':
          return render(deps, c, newKeyPage(view, manager, form, { project: true }), 422)
        case 'limited':
          throw limited(view, created.againAt)
        case 'added': {
          const { key, record } = created
          const data = { key, record, project: sampleProject(record, projects), replaced: null }
          return render(deps, c, revealPage(view, { ...data, publicUrl: deps.publicUrl }))
        }
      }
    })

    app.get('/keys/:id', async (c) => {
      const { view, key, projects } = await keyScene(deps, c)
      return render(deps, c, keyPage(view, { key, projects, isWrongName: false, problem: null }))
    })

    app.post('/keys/:id/rotate', async (c) => {
      const { view, key, projects } = await keyScene(deps, c)
      const grace = (await readForm(c)).get('grace') ?? ''
      if (!isGrace(grace)) throw new HttpError(400, 'choose how long the old key stays valid')
      const { person } = view.viewer.session.record
      const rotated = await deps.keys.rotate(
        {
          accountId: key.accountId,
          id: key.id,
          grace,
          creator: { id: person.id, login: person.login },
        },
        actorIn(view),
      )
      if (rotated.kind === 'limited') throw limited(view, rotated.againAt)
      if (rotated.kind !== 'rotated') {
        const words = view.say(KEYS_WORDS)
        const problem = rotated.kind === 'rotated-before' ? words.rotatedBefore : words.ended
        return render(deps, c, keyPage(view, { key, projects, isWrongName: false, problem }), 409)
      }
      const { record, old } = rotated
      const data = { key: rotated.key, record, project: sampleProject(record, projects), replaced: old }
      return render(deps, c, revealPage(view, { ...data, publicUrl: deps.publicUrl }))
    })

    app.post('/keys/:id/revoke', async (c) => {
      const { view, key, projects } = await keyScene(deps, c)
      const typed = (await readForm(c)).get('name')?.trim()
      if (typed !== key.name)
        return render(deps, c, keyPage(view, { key, projects, isWrongName: true, problem: null }), 422)
      await deps.keys.revoke(key, actorIn(view))
      const text = view.say(KEYS_WORDS).wasRevoked(key.name)
      return redirectWithFlash(deps, c, '/keys', { tone: 'success', text })
    })
  },
}

async function sceneOf(deps: KeysPageDeps, c: Context<DashboardEnv>): Promise<Scene> {
  const view = signedInView(c)
  const account = requireAccount(c)
  const { access } = view.viewer
  const projects = await visibleProjects(deps, access, account.id)
  return { view, projects, manager: managerIn(account, access, projects) }
}

async function managing(deps: KeysPageDeps, c: Context<DashboardEnv>): Promise<Scene> {
  const scene = await sceneOf(deps, c)
  if (!managesAny(scene.manager))
    throw new HttpError(403, scene.view.say(KEYS_WORDS).nobodyHint(scene.manager.account.login))
  return scene
}

/** A key that the person does not manage is a 404, as if it did not exist. */
async function keyScene(
  deps: KeysPageDeps,
  c: Context<DashboardEnv>,
): Promise<Scene & { readonly key: KeyRecord }> {
  const scene = await sceneOf(deps, c)
  const keys = managedKeys(scene.manager, await deps.keys.list(scene.manager.account.id))
  const key = keys.find(({ id }) => id === c.req.param('id'))
  if (key === undefined) throw new HttpError(404, 'there is no such API key among those that you manage')
  return { ...scene, key }
}

const sampleProject = ({ projectIds }: KeyRecord, projects: readonly Project[]): Project | null =>
  projects.find(({ id }) => projectIds === null || projectIds.includes(id)) ?? null

const isGrace = (text: string): text is Grace => Object.hasOwn(GRACES, text)

const limited = (view: SignedInView, againAt: number): HttpError =>
  new HttpError(429, view.say(KEYS_WORDS).limited, {
    'retry-after': String(Math.max(1, Math.ceil((againAt - view.now) / 1000))),
  })
