import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type SandboxGithub, startSandboxGithub } from '../../../sandbox/github/github.ts'
import { pickPort } from '../../../sandbox/world/pick-port.ts'
import { type Command, runCommand } from '../processes/command.ts'

/** Where that GitHub has the action. */
export const ACTION = 'tools/prentice@main'

export interface SetupScene {
  readonly github: SandboxGithub
  readonly url: string
  readonly environment: Readonly<Record<string, string>>
  readonly credentialsFile: string
  /** Starts the server without credentials. */
  start(environment?: Readonly<Record<string, string>>): Promise<Command>
}

/** A GitHub with the organisation acme, and what a server needs to register its App there. */
export async function setupScene(): Promise<SetupScene> {
  const directory = await mkdtemp(join(tmpdir(), 'prentice-setup-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  const github = await startSandboxGithub({ dialect: 'github', directory: join(directory, 'github') })
  onTestFinished(() => github.close())
  github.createAccount({ login: 'acme', type: 'Organization' })
  await github.createRepository({ owner: 'acme', name: 'widgets' })
  github.createAccount({ login: 'tools', type: 'Organization' })
  await github.createRepository({ ...{ owner: 'tools', name: 'prentice' }, private: false })
  const text = await readFile(new URL('../../../action.yml', import.meta.url), 'utf8')
  const place = { owner: 'tools', name: 'prentice', branch: 'main' }
  await github.commitFile({ ...place, path: 'action.yml', text, message: 'Add the action' })
  const port = await pickPort(0)
  const url = `http://127.0.0.1:${port}`
  const credentialsFile = join(directory, 'credentials.env')
  const environment = {
    PUBLIC_URL: url,
    PORT: String(port),
    GITHUB_SERVER_URL: github.serverUrl,
    GITHUB_API_URL: github.apiUrl,
    GITHUB_OIDC_ISSUER: github.oidcIssuer,
    DATABASE_URL: `sqlite:${join(directory, 'prentice.db')}`,
    CREDENTIALS_FILE: credentialsFile,
  }
  return {
    github,
    url,
    environment,
    credentialsFile,
    start: async (more = {}) => {
      const command = await runCommand('src/app/main.ts', [], { ...environment, ...more })
      onTestFinished(async () => {
        command.kill('SIGKILL')
        await command.ended
        await command.remove()
      })
      return command
    },
  }
}

export const tokenOf = (command: Command): Promise<string> => command.warned(/Enter {2}(\S+)/)

export interface Page {
  readonly status: number
  readonly url: string
  readonly headers: Headers
  readonly text: string
}

/** A browser, as far as setup needs one: cookies of one site, redirects, and forms. */
export interface Browser {
  open(url: string): Promise<Page>
  /** Sends a form from a page of `from`, by default the origin that it goes to. */
  send(url: string, fields: Readonly<Record<string, string>>, from?: string): Promise<Page>
}

export function openBrowser(): Browser {
  const cookies = new Map<string, string>()
  const visit = async (url: string, init: RequestInit = {}): Promise<Page> => {
    const { origin } = new URL(url)
    const cookie = cookies.get(origin)
    const headers = { ...init.headers, ...(cookie !== undefined && { cookie }) }
    const response = await fetch(url, { ...init, headers, redirect: 'manual' })
    const [given] = response.headers.getSetCookie()
    if (given !== undefined) cookies.set(origin, given.split(';')[0] ?? '')
    const text = await response.text()
    const location = response.headers.get('location')
    if (location !== null) return visit(new URL(location, url).href)
    return { status: response.status, url, headers: response.headers, text }
  }
  return {
    open: (url) => visit(url),
    send: (url, fields, from = new URL(url).origin) =>
      visit(url, { method: 'POST', headers: { origin: from }, body: new URLSearchParams(fields) }),
  }
}

/** The address and the hidden fields of the form on a page that goes to GitHub. */
export function formOf({ text }: Page): { action: string; fields: Record<string, string> } {
  const decode = (html: string): string =>
    html
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&')
  const action = /<form method="post" action="([^"]*)"/.exec(text)?.[1] ?? ''
  const hidden = [...text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)]
  return {
    action: decode(action),
    fields: Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, decode(value)])),
  }
}

/** Up to GitHub's own page. Resolves to the form that is posted there. */
async function chooseOwner(
  browser: Browser,
  { url, token, choice }: { url: string; token: string; choice: Readonly<Record<string, string>> },
): Promise<{ action: string; fields: Record<string, string> }> {
  await browser.send(`${url}/setup`, { token })
  return formOf(await browser.send(`${url}/setup/app`, choice))
}

/** Everything in the browser, from the token to the last page. */
export async function registerInBrowser(
  browser: Browser,
  o: { url: string; token: string; choice: Readonly<Record<string, string>> },
): Promise<Page> {
  const { action, fields } = await chooseOwner(browser, o)
  return browser.send(action, { ...fields, app_name: 'Prentice acme' })
}

export const readIfExists = async (path: string): Promise<string | null> =>
  existsSync(path) ? readFile(path, 'utf8') : null
