/** The rules differ for github.com, data residency at SUB.ghe.com, and Enterprise Server. */
export function apiUrlOf(serverUrl: string): string {
  const { hostname } = new URL(serverUrl)
  if (hostname === 'github.com') return 'https://api.github.com'
  return hostname.endsWith('.ghe.com') ? `https://api.${hostname}` : `${serverUrl}/api/v3`
}

export function oidcIssuerOf(serverUrl: string): string {
  const { hostname } = new URL(serverUrl)
  if (hostname === 'github.com') return 'https://token.actions.githubusercontent.com'
  return hostname.endsWith('.ghe.com') ? `https://token.actions.${hostname}` : `${serverUrl}/_services/token`
}
