import { type Context, Hono } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { manifestFor } from '../../config/registration.ts'
import { whyUnreachable } from '../../net/why-unreachable.ts'
import { type Html, pageHeaders, STYLE, STYLE_HEADERS, STYLE_PATH } from '../pages/page.ts'
import { HttpError } from '../shared/http-error.ts'
import type { Env } from '../shared/json-body.ts'
import { readBody } from '../shared/read-body.ts'
import {
  choicePage,
  closedPage,
  confirmPage,
  enterprisePage,
  foreignOriginPage,
  otherBrowserPage,
  tokenPage,
} from './form-pages.ts'
import { type Choice, type ChoiceFields, choiceFields, EMPTY_CHOICE, readChoice } from './read-choice.ts'
import { unexpectedReturnPage } from './result-pages.ts'
import { type Callback, returnFromGithub, type SetupDeps } from './return-from-github.ts'
import { SESSION_MINUTES } from './setup-gate.ts'

const FORM_LIMIT = 16 * 1024
/** Registrations that one browser may begin. */
const MAX_STARTED = 20

/** The pages that register the App. Every page but the first is for the browser that has sent the token. */
export function setupRoutes(deps: SetupDeps): Hono<Env> {
  const { setup, gate } = deps
  const { publicUrl, serverUrl } = setup
  const app = new Hono<Env>()
  const unreachable = whyUnreachable(publicUrl, serverUrl)
  /** What each `state` stands for that GitHub may return. */
  const started = new Map<string, Choice>()
  let latest: string | null = null

  app.get(STYLE_PATH, (c) => c.body(STYLE, 200, STYLE_HEADERS))

  app.get('/setup', (c) => {
    const state = gate.state()
    if (state.kind === 'closed') return show(c, 410, closedPage(state.why))
    if (state.kind === 'waiting') return show(c, 200, tokenPage(null))
    return isAdmitted(c, deps) ? c.redirect('/setup/app', 303) : show(c, 403, otherBrowserPage())
  })

  app.post('/setup', async (c) => {
    if (!isSameOrigin(c, publicUrl)) return show(c, 403, foreignOriginPage(publicUrl))
    const form = await readForm(c)
    const entry = gate.enter(form.get('token') ?? '')
    if (entry.kind === 'entered') {
      setCookie(c, cookieName(publicUrl), entry.session, cookieOptions(publicUrl))
      return c.redirect('/setup/app', 303)
    }
    if (entry.kind === 'refused') return c.redirect('/setup', 303)
    return show(c, 403, tokenPage('This is not the token that the server printed. Try again.'))
  })

  app.use('/setup/*', async (c, next) => {
    const isReturn = c.req.path === '/setup/callback'
    const state = gate.state()
    if (state.kind === 'closed' && !isReturn) return show(c, 410, closedPage(state.why))
    if (!isAdmitted(c, deps)) {
      if (isReturn) return show(c, 403, unexpectedReturnPage(serverUrl))
      return state.kind === 'waiting' ? c.redirect('/setup', 303) : show(c, 403, otherBrowserPage())
    }
    if (c.req.method === 'POST' && !isSameOrigin(c, publicUrl))
      return show(c, 403, foreignOriginPage(publicUrl))
    return next()
  })

  const choose = async (fields: ChoiceFields, invalid: Parameters<typeof choicePage>[0]['invalid']) => {
    const notWritable = await deps.whyNotWritable(setup.credentialsFile)
    return choicePage({ setup, fields, invalid, unreachable, notWritable })
  }

  app.get('/setup/app', async (c) => show(c, 200, await choose(EMPTY_CHOICE, null)))

  app.post('/setup/app', async (c) => {
    const fields = choiceFields(await readForm(c))
    const read = readChoice(fields)
    if (read.kind === 'invalid') return show(c, 422, await choose(fields, read))
    const { choice } = read
    if (choice.storage === 'file') {
      const why = await deps.whyNotWritable(setup.credentialsFile)
      const message = 'The file cannot be written. Correct that, or choose the page.'
      if (why !== null)
        return show(c, 422, await choose(fields, { kind: 'invalid', field: 'storage', message }))
    }
    if (started.size >= MAX_STARTED) started.clear()
    latest = deps.randomBytes(32).toString('base64url')
    started.set(latest, choice)
    return c.redirect('/setup/confirm', 303)
  })

  app.get('/setup/confirm', (c) => {
    const choice = started.get(latest ?? '')
    if (latest === null || choice === undefined) return c.redirect('/setup/app', 303)
    const { owner } = choice
    if (owner.kind === 'enterprise') return show(c, 200, enterprisePage({ owner, setup }))
    const manifest = manifestFor({ owner, publicUrl })
    const text = confirmPage({ owner, setup, manifest, state: latest, unreachable })
    return show(c, 200, text, [new URL(serverUrl).origin])
  })

  app.get('/setup/callback', async (c) => {
    // Only a person's visit uses the code up: link checkers send HEAD.
    if (c.req.method !== 'GET') throw new HttpError(405, 'this page is opened with GET', { allow: 'GET' })
    const { state = '', code = '' } = c.req.query()
    const choice = started.get(state)
    if (choice === undefined || !/^[\w-]{1,200}$/.test(code))
      return show(c, 403, unexpectedReturnPage(serverUrl))
    started.delete(state)
    const result: Callback = await returnFromGithub(deps, choice, code)
    if (result.kind === 'again') started.set(state, choice)
    if (result.kind === 'registered') {
      gate.close('done')
      const { outgoing } = c.env
      const end = () => deps.onRegistered(result.credentials, outgoing.writableFinished)
      // The browser may have left while GitHub was asked.
      if (outgoing.destroyed) end()
      else outgoing.once('close', end)
    }
    return show(c, result.status, result.page)
  })

  return app
}

type Status = 200 | 403 | 410 | 422 | 502 | 503

const show = (c: Context<Env>, status: Status, text: Html, formTargets: readonly string[] = []) =>
  c.body(String(text), status, pageHeaders(formTargets))

async function readForm(c: Context<Env>): Promise<URLSearchParams> {
  const type = c.req.header('content-type')?.split(';', 1)[0]?.trim().toLowerCase()
  if (type !== 'application/x-www-form-urlencoded')
    throw new HttpError(415, 'send the fields as application/x-www-form-urlencoded')
  return new URLSearchParams((await readBody(c.env.incoming, FORM_LIMIT)).toString('utf8'))
}

/** Browsers send this header with every form; another site cannot change it. */
const isSameOrigin = (c: Context<Env>, publicUrl: string): boolean =>
  c.req.header('origin') === new URL(publicUrl).origin

const isSecure = (publicUrl: string): boolean => publicUrl.startsWith('https:')

/** With the prefix, a browser takes the cookie only over https and for this host alone. */
const cookieName = (publicUrl: string): string =>
  isSecure(publicUrl) ? '__Host-prentice-setup' : 'prentice-setup'

const cookieOptions = (publicUrl: string) => ({
  path: '/',
  httpOnly: true,
  secure: isSecure(publicUrl),
  // Not `Strict`: the browser must send it when GitHub leads back here.
  sameSite: 'Lax' as const,
  maxAge: SESSION_MINUTES * 60,
})

const isAdmitted = (c: Context<Env>, { gate, setup }: SetupDeps): boolean =>
  gate.admits(getCookie(c, cookieName(setup.publicUrl)))
