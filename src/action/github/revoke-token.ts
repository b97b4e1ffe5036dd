import { classifyError } from './classify-error.ts'
import { connectGithub } from './connect-github.ts'
import { openRetries, type RetryDeps } from './open-retries.ts'

const TIMEOUT_MS = 5_000

/** Ends an installation token. `null`: done; otherwise why GitHub did not, in words. */
export async function revokeToken({
  apiUrl,
  token,
  ...deps
}: RetryDeps & { readonly apiUrl: string; readonly token: string }): Promise<string | null> {
  const { apps } = connectGithub({ apiUrl, token })
  const retries = openRetries(deps)
  for (;;) {
    try {
      await apps.revokeInstallationAccessToken({ request: { signal: AbortSignal.timeout(TIMEOUT_MS) } })
      return null
    } catch (error) {
      const verdict = classifyError(error, deps.now())
      // It has expired, or an earlier request whose response was lost has ended it.
      if (verdict.kind === 'refused' && verdict.status === 401) return null
      if (verdict.kind === 'refused' || !(await retries.wait(verdict))) return verdict.detail
    }
  }
}
