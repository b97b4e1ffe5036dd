import type { Config } from '../config/config.ts'
import type { AppInspection } from '../github/rest/inspect-app.ts'
import { type Finding, ok, warn } from './finding.ts'

/** Whether people can sign in to the dashboard. */
export async function checkDashboard(
  github: Pick<AppInspection, 'readApp'>,
  { clientSecret, publicUrl }: Pick<Config, 'clientSecret' | 'publicUrl'>,
  settings: string,
): Promise<Finding[]> {
  if (clientSecret !== null) return [ok('dashboard', `people sign in at ${publicUrl}/dashboard`)]
  const { slug } = await github.readApp()
  const todo = `generate a client secret on ${settings}/apps/${slug}, add the callback URL ${publicUrl}/dashboard/callback there, and set CLIENT_SECRET`
  return [warn('dashboard', 'nobody can sign in, because CLIENT_SECRET is not set', todo)]
}
