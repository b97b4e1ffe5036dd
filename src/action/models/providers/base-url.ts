/** The version in the URLs of an API. */
export interface Version {
  readonly path: string
  /** `any path`: also behind the path of a gateway, as in `https://host/anthropic`. `host`: only if there is no path. */
  readonly follows: 'host' | 'any path'
}

/** Adds the version, which the variables of the providers' own tools leave out. Pure. */
export function completeBaseUrl(url: string, version: Version): string {
  const completed = new URL(url)
  const path = completed.pathname.replace(/\/+$/, '')
  const isComplete = version.follows === 'host' ? path !== '' : /\/v\d[^/]*$/.test(path)
  if (isComplete) return url
  completed.pathname = path + version.path
  return completed.href
}
