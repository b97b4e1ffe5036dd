import { readManifest } from './read-manifest.ts'

/** Without these there is no server; each comes from the registration of the GitHub App. */
const NEEDED = ['APP_ID', 'PRIVATE_KEY', 'WEBHOOK_SECRET', 'PUBLIC_URL', 'ALLOWED_ACCOUNTS']

/** One screen: what is wrong with the environment, and, where something is missing, how to get it. */
export function describeMissing(problems: readonly string[], environment: NodeJS.ProcessEnv): string {
  const isMissing = NEEDED.some((name) => !environment[name] && !environment[`${name}_FILE`])
  const title = isMissing ? 'its configuration is not complete' : 'its configuration is not valid'
  const lines = problems.map((problem) => `  ${problem}`).join('\n')
  return `Prentice cannot start: ${title}.\n\n${lines}\n${isMissing ? howToGetIt(environment) : ''}`
}

const howToGetIt = (environment: NodeJS.ProcessEnv): string => `
How to get it
  1. Register a GitHub App. This link fills in its permissions and events. Put your organisation for YOUR-ORG
     (for a personal account: /settings/apps/new instead of /organizations/YOUR-ORG/settings/apps/new)
     and this server's address for ${EXAMPLE_URL}:
     ${registrationLink(environment)}
     Choose a webhook secret there, and "Generate a private key" at the end.
  2. Install the App on the repositories that may be worked on.
  3. Set the variables above, in the environment or in a file .env in this folder, and start again.
     docs/install.md has every step.
`

const EXAMPLE_URL = 'https://prentice.example.com'

const urlOr = (text: string | undefined, other: string): string =>
  // Its origin alone: a password that somebody put into the address is not repeated.
  text !== undefined && URL.canParse(text) && /^https?:/.test(text) ? new URL(text).origin : other

/** https://docs.github.com/en/apps/sharing-github-apps/registering-a-github-app-using-url-parameters */
function registrationLink(environment: NodeJS.ProcessEnv): string {
  const publicUrl = urlOr(environment.PUBLIC_URL, EXAMPLE_URL)
  const manifest = readManifest()
  const parameters = new URLSearchParams({
    name: manifest.name,
    url: publicUrl,
    public: 'false',
    webhook_active: 'true',
    webhook_url: `${publicUrl}/api/github/webhooks`,
    ...manifest.default_permissions,
  })
  for (const event of manifest.default_events) parameters.append('events[]', event)
  const serverUrl = urlOr(environment.GITHUB_SERVER_URL, 'https://github.com')
  return `${serverUrl}/organizations/YOUR-ORG/settings/apps/new?${parameters}`
}
