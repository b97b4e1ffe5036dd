import { isAllowedAccount } from '../../config/config.ts'
import {
  type AppCredentials,
  formatCredentials,
  type NewCredentialsFile,
} from '../../config/credentials-file.ts'
import type { SetupConfig } from '../../config/read-start.ts'
import type { Conversion, NewApp } from '../../github/rest/convert-manifest.ts'
import type { Html } from '../pages/page.ts'
import type { Choice } from './read-choice.ts'
import {
  appsPageOf,
  failedConversionPage,
  fileNotOpenedPage,
  registeredPage,
  type Stored,
  unknownCodePage,
} from './result-pages.ts'
import type { SetupGate } from './setup-gate.ts'

export type Callback =
  | {
      readonly kind: 'registered'
      readonly status: 200
      readonly page: Html
      readonly credentials: AppCredentials
    }
  /** The code may still be good. */
  | { readonly kind: 'again'; readonly status: 502 | 503; readonly page: Html }
  | { readonly kind: 'refused'; readonly status: 403; readonly page: Html }

type Deps = Pick<SetupDeps, 'setup' | 'convert' | 'openFile'>

/** Opens the file, asks GitHub for the credentials, and stores them, in this order: GitHub hands them over only once. */
export async function returnFromGithub(deps: Deps, choice: Choice, code: string): Promise<Callback> {
  const { serverUrl, credentialsFile } = deps.setup
  const opened = choice.storage === 'file' ? await open(deps, credentialsFile) : null
  if (opened?.kind === 'failed') return { kind: 'again', status: 503, page: fileNotOpenedPage(opened.why) }
  const file = opened?.file ?? null
  const conversion = await deps.convert(code)
  const place = appsPageOf(choice.owner, serverUrl)
  if (conversion.kind !== 'converted') await file?.discard()
  switch (conversion.kind) {
    case 'unknown-code':
      return { kind: 'refused', status: 403, page: unknownCodePage(place) }
    case 'failed':
      return { kind: 'again', status: 502, page: failedConversionPage(conversion.why, place) }
    case 'converted': {
      const { app } = conversion
      const credentials = credentialsOf(app, deps)
      const stored = await store(file, credentials, credentialsFile)
      const page = registeredPage({ app, stored, isOwnerAllowed: isAllowed(app, deps) })
      return { kind: 'registered', status: 200, page, credentials }
    }
  }
}

type Opened =
  | { readonly kind: 'open'; readonly file: NewCredentialsFile }
  | { readonly kind: 'failed'; readonly file: null; readonly why: string }

const open = (deps: Deps, path: string): Promise<Opened> =>
  deps.openFile(path).then(
    (file) => ({ kind: 'open', file }),
    (error: unknown) => ({ kind: 'failed', file: null, why: `${path} cannot be written (${codeOf(error)})` }),
  )

async function store(
  file: NewCredentialsFile | null,
  credentials: AppCredentials,
  path: string,
): Promise<Stored> {
  const text = formatCredentials(credentials)
  if (file === null) return { kind: 'shown', text, why: null }
  try {
    await file.write(text)
    return { kind: 'file', path }
  } catch (error) {
    await file.discard().catch(() => undefined)
    return { kind: 'shown', text, why: `${path} (${codeOf(error)})` }
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error)

const credentialsOf = (app: NewApp, { setup }: Deps): AppCredentials => ({
  appId: app.appId,
  privateKey: app.privateKey,
  webhookSecret: app.webhookSecret,
  clientSecret: app.clientSecret,
  account: setup.allowedAccounts === null ? app.owner : null,
})

const isAllowed = ({ owner }: NewApp, { setup }: Deps): boolean =>
  setup.allowedAccounts === null || isAllowedAccount(setup.allowedAccounts)(owner)

export interface SetupDeps {
  readonly setup: SetupConfig
  readonly gate: SetupGate
  readonly randomBytes: (size: number) => Buffer
  readonly convert: (code: string) => Promise<Conversion>
  readonly whyNotWritable: (path: string) => Promise<string | null>
  readonly openFile: (path: string) => Promise<NewCredentialsFile>
  /** Called when the last page was sent. `isDelivered`: the browser has all of it. */
  readonly onRegistered: (credentials: AppCredentials, isDelivered: boolean) => void
}
