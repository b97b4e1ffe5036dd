/** Where an API has its version in its URLs. */
export interface Version {
  readonly path: string
  /** `any path`: also behind the path of a gateway, as in `https://host/anthropic`. `host`: a path is taken as it is. */
  readonly follows: 'host' | 'any path'
}

/** The base URL with its version, which the variables of the providers' own tools leave out. Pure. */
export function completeBaseUrl(url: string, version: Version): string {
  const completed = new URL(url)
  const path = completed.pathname.replace(/\/+$/, '')
  const isWhole = version.follows === 'host' ? path !== '' : /\/v\d[^/]*$/.test(path)
  if (isWhole) return url
  completed.pathname = path + version.path
  return completed.href
}
