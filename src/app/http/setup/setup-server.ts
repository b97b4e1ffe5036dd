import { createServer, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import {
  ACTION_REF_FORM,
  type ActionRef,
  isFullSha,
  parseActionRef,
  usesLineOf,
} from '../../config/action-ref.ts'
import { manifestFor } from '../../config/registration.ts'
import { GithubUnavailable } from '../../github/errors.ts'
import type { PublicReader } from '../../github/rest/read-publicly.ts'
import { whyUnreachable } from '../../net/why-unreachable.ts'
import { inspectAction } from '../../onboarding/inspect-action.ts'
import { answerMalformedRequests, trackResponses } from '../server/malformed-request.ts'
import { cutUnreadBody } from '../server/server.ts'
import { cookieName } from '../shared/cookie-name.ts'
import { formOrigin } from '../shared/form-origin.ts'
import { errorResponse, HttpError } from '../shared/http-error.ts'
import type { Env } from '../shared/json-body.ts'
import { readBody } from '../shared/read-body.ts'
import { type Html, pageHeaders, STYLE, STYLE_HEADERS, STYLE_PATH } from './page.ts'
import {
  type Callback,
  returnFromGithub,
  type SetupDeps,
  unexpectedReturnPage,
} from './return-from-github.ts'
import {
  type Choice,
  type ChoiceFields,
  choiceFields,
  choicePage,
  closedPage,
  confirmPage,
  EMPTY_CHOICE,
  enterprisePage,
  foreignOriginPage,
  otherBrowserPage,
  readChoice,
  tokenPage,
} from './setup-form.ts'
import { SESSION_MINUTES } from './setup-gate.ts'

const MAX_CONNECTIONS = 200
const STALLED_MS = 60_000
const NO_STORE = { 'cache-control': 'no-store' }

/** The HTTP server of a server without an App: the setup pages, and 503 for whatever needs the App. */
export function createSetupServer(deps: SetupDeps): Server {
  const app = new Hono<Env>()
  app.get('/healthz', (c) => c.json({ status: 'ok' }, 200, NO_STORE))
  for (const path of ['/', '/dashboard', '/dashboard/*']) app.get(path, (c) => c.redirect('/setup', 303))
  app.route('/', setupRoutes(deps))
  app.notFound(() => {
    throw new HttpError(
      503,
      `this server has no GitHub App yet; its operator opens ${deps.setup.publicUrl}/setup`,
      {
        'retry-after': '60',
      },
    )
  })
  app.onError((error, c) => {
    const { body, ...answer } = errorResponse(error)
    return new Response(c.req.method === 'HEAD' ? null : body, answer)
  })
  const listener = getRequestListener((request, env) => app.fetch(request, env), {
    overrideGlobalObjects: false,
    hostname: 'localhost',
    autoCleanupIncoming: false,
  })
  const server = createServer((request, response) => {
    cutUnreadBody(request, response)
    // The port goes to another server when setup ends.
    response.setHeader('connection', 'close')
    void listener(request, response)
  })
  server.maxConnections = MAX_CONNECTIONS
  server.timeout = STALLED_MS
  answerMalformedRequests(server, trackResponses(server))
  return server
}

const FORM_LIMIT = 16 * 1024
/** Registrations that one browser may begin. */
const MAX_STARTED = 20

/** The pages that register the App. Every page but the first is for the browser that has sent the token. */
function setupRoutes(deps: SetupDeps): Hono<Env> {
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
    if (formOrigin(c, publicUrl) !== 'own-page') return show(c, 403, foreignOriginPage(publicUrl))
    const form = await readForm(c)
    const entry = gate.enter(form.get('token') ?? '')
    if (entry.kind === 'entered') {
      setCookie(c, cookieName(publicUrl, COOKIE), entry.session, cookieOptions(publicUrl))
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
    if (c.req.method === 'POST' && formOrigin(c, publicUrl) !== 'own-page')
      return show(c, 403, foreignOriginPage(publicUrl))
    return next()
  })

  const choose = async (fields: ChoiceFields, invalid: Parameters<typeof choicePage>[0]['invalid']) => {
    const notWritable = await deps.whyNotWritable(setup.credentialsFile)
    return choicePage({ setup, fields, invalid, unreachable, notWritable })
  }

  app.get('/setup/app', async (c) => {
    const action = setup.actionRef === null ? await deps.ownAction() : ''
    return show(c, 200, await choose({ ...EMPTY_CHOICE, action }, null))
  })

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
    const action =
      setup.actionRef === null
        ? await findAction(deps.actions, fields.action, serverUrl)
        : await checkVariable(deps.actions, setup.actionRef, serverUrl)
    if (action.kind === 'invalid') return show(c, 422, await choose(fields, { ...action, field: 'action' }))
    if (started.size >= MAX_STARTED) started.clear()
    latest = deps.randomBytes(32).toString('base64url')
    started.set(latest, { ...choice, action: action.action })
    return c.redirect('/setup/confirm', 303)
  })

  app.get('/setup/confirm', (c) => {
    const choice = started.get(latest ?? '')
    if (latest === null || choice === undefined) return c.redirect('/setup/app', 303)
    const { owner, action } = choice
    if (owner.kind === 'enterprise') return show(c, 200, enterprisePage({ owner, setup, action }))
    const manifest = manifestFor({ owner, publicUrl })
    const text = confirmPage({ owner, setup, manifest, state: latest, unreachable, action })
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

/** The action that the operator has named, pinned to its commit, so that nobody can change later what runs. */
async function findAction(
  actions: PublicReader,
  text: string,
  serverUrl: string,
): Promise<
  | { readonly kind: 'action'; readonly action: NonNullable<Choice['action']> }
  | { readonly kind: 'invalid'; readonly message: string }
> {
  const named = parseActionRef(text)
  if (named === null) return { kind: 'invalid', message: `Name the action: ${ACTION_REF_FORM}.` }
  const found = await inspectAction(actions, named, serverUrl)
  if (found.kind === 'wrong') return { kind: 'invalid', message: `Runs would fail: ${found.why}.` }
  const doubt = found.kind === 'unverified' ? found.why : null
  if (isFullSha(named.ref) || doubt !== null)
    return { kind: 'action', action: { uses: usesLineOf(named), doubt } }
  const [owner = '', name = ''] = named.repository.split('/')
  try {
    const sha = await actions.readCommit({ owner, name }, named.ref)
    // A branch whose name has a slash cannot be the comment after a SHA.
    const version = /^[\w.+-]+$/.test(named.ref) ? named.ref : null
    const pinned = sha === null ? named : { ...named, ref: sha, version }
    return { kind: 'action', action: { uses: usesLineOf(pinned), doubt: null } }
  } catch (error) {
    if (!(error instanceof GithubUnavailable)) throw error
    const message = `GitHub did not say which commit ${named.ref} is: ${error.message}. Try again.`
    return { kind: 'invalid', message }
  }
}

/** ACTION_REF stays where it is set, so that nothing is stored. */
async function checkVariable(
  actions: PublicReader,
  actionRef: ActionRef,
  serverUrl: string,
): Promise<
  { readonly kind: 'action'; readonly action: null } | { readonly kind: 'invalid'; readonly message: string }
> {
  const found = await inspectAction(actions, actionRef, serverUrl)
  if (found.kind !== 'wrong') return { kind: 'action', action: null }
  const message = `ACTION_REF is ${usesLineOf(actionRef)}, and runs would fail: ${found.why}. Correct the variable, and restart the server.`
  return { kind: 'invalid', message }
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

const isSecure = (publicUrl: string): boolean => publicUrl.startsWith('https:')

const COOKIE = 'prentice-setup'

const cookieOptions = (publicUrl: string) => ({
  path: '/',
  httpOnly: true,
  secure: isSecure(publicUrl),
  // Not `Strict`: the browser must send it when GitHub leads back here.
  sameSite: 'Lax' as const,
  maxAge: SESSION_MINUTES * 60,
})

const isAdmitted = (c: Context<Env>, { gate, setup }: SetupDeps): boolean =>
  gate.admits(getCookie(c, cookieName(setup.publicUrl, COOKIE)))
