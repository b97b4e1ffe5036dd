import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { z } from 'zod'

const Manifest = z.object({
  name: z.string(),
  default_events: z.array(z.string()),
  default_permissions: z.record(z.string(), z.string()),
})

/** One screen: what is wrong with the environment, and how to get what is missing. */
export function describeMissing(problems: readonly string[], environment: NodeJS.ProcessEnv): string {
  const publicUrl = environment.PUBLIC_URL || 'https://prentice.example.com'
  return `Prentice cannot start: its configuration is not complete.

${problems.map((problem) => `  ${problem}`).join('\n')}

How to get it
  1. Register a GitHub App. This link fills in its permissions and events (replace YOUR-ORG):
     ${registrationLink(publicUrl)}
     Choose a webhook secret there, and "Generate a private key" at the end.
  2. Install the App on the repositories that may be worked on.
  3. Set the variables above, in the environment or in a file .env, and start again.
     README.md, "Install for real", has every step.
`
}

/** https://docs.github.com/en/apps/sharing-github-apps/registering-a-github-app-using-url-parameters */
function registrationLink(publicUrl: string): string {
  const manifest = Manifest.parse(parse(readFileSync(new URL('../../app.yml', import.meta.url), 'utf8')))
  const parameters = new URLSearchParams({
    name: manifest.name,
    url: publicUrl,
    public: 'false',
    webhook_active: 'true',
    webhook_url: `${publicUrl}/api/github/webhooks`,
    ...manifest.default_permissions,
  })
  for (const event of manifest.default_events) parameters.append('events[]', event)
  return `https://github.com/organizations/YOUR-ORG/settings/apps/new?${parameters}`
}
