import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { z } from 'zod'

/** Who is to own the App. Only this account can install it; if an enterprise owns it, its organisations. */
export type Owner =
  | { readonly kind: 'person' }
  | { readonly kind: 'organisation'; readonly login: string }
  | { readonly kind: 'enterprise'; readonly slug: string }

interface Registration {
  readonly owner: Owner
  readonly publicUrl: string
  readonly serverUrl: string
}

const webhookUrlOf = (publicUrl: string): string => `${publicUrl}/api/github/webhooks`

/** Where GitHub sends people who sign in to the dashboard. */
/** Where GitHub leads people after they have installed the App, or changed its repositories. */
const setupUrlOf = (publicUrl: string): string => `${publicUrl}/dashboard/installed`

const callbackUrlOf = (publicUrl: string): string => `${publicUrl}/dashboard/callback`

/** GitHub's page for a new App. */
export function newAppUrl({ owner, serverUrl }: Pick<Registration, 'owner' | 'serverUrl'>): string {
  switch (owner.kind) {
    case 'person':
      return `${serverUrl}/settings/apps/new`
    case 'organisation':
      return `${serverUrl}/organizations/${owner.login}/settings/apps/new`
    case 'enterprise':
      return `${serverUrl}/enterprises/${owner.slug}/settings/apps/new`
  }
}

/** GitHub's limit for the name of an App, which must be unique on a GitHub. */
const LONGEST_NAME = 34

/**
 * The manifest that is posted to GitHub's page: https://docs.github.com/en/apps/sharing-github-apps/registering-a-github-app-from-a-manifest
 * GitHub takes none for an App of an enterprise.
 */
export function manifestFor(
  { owner, publicUrl }: Omit<Registration, 'serverUrl'>,
  manifest: Manifest = readManifest(),
): Record<string, unknown> {
  const name = owner.kind === 'organisation' ? `${manifest.name} ${owner.login}` : manifest.name
  return {
    ...manifest,
    name: name.slice(0, LONGEST_NAME),
    hook_attributes: { url: webhookUrlOf(publicUrl), active: true },
    redirect_url: `${publicUrl}/setup/callback`,
    callback_urls: [callbackUrlOf(publicUrl)],
    setup_url: setupUrlOf(publicUrl),
    setup_on_update: true,
  }
}

/** The same page with its fields filled in: https://docs.github.com/en/apps/sharing-github-apps/registering-a-github-app-using-url-parameters */
export function prefilledFormUrl(registration: Registration, manifest: Manifest = readManifest()): string {
  const { publicUrl } = registration
  const parameters = new URLSearchParams({
    name: manifest.name,
    url: publicUrl,
    public: 'false',
    webhook_active: 'true',
    webhook_url: webhookUrlOf(publicUrl),
    'callback_urls[]': callbackUrlOf(publicUrl),
    setup_url: setupUrlOf(publicUrl),
    setup_on_update: 'true',
    ...manifest.default_permissions,
  })
  for (const event of manifest.default_events) parameters.append('events[]', event)
  return `${newAppUrl(registration)}?${parameters}`
}

const Manifest = z.object({
  name: z.string(),
  description: z.string(),
  url: z.string(),
  public: z.boolean(),
  default_events: z.array(z.string()),
  default_permissions: z.record(z.string(), z.string()),
})
export type Manifest = z.infer<typeof Manifest>

/** Reads app.yml, the registration of the GitHub App. */
export const readManifest = (): Manifest =>
  Manifest.parse(parse(readFileSync(new URL('../../../app.yml', import.meta.url), 'utf8')))
