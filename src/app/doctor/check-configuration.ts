import type { Config } from '../config/config.ts'
import { whyUnreachable } from '../net/why-unreachable.ts'
import { type Finding, ok, warn } from './finding.ts'

/** It was read without a mistake. Whether GitHub can reach the address is not known here, but that it cannot may be. */
export function checkConfiguration({
  publicUrl,
  serverUrl,
}: Pick<Config, 'publicUrl' | 'serverUrl'>): Finding {
  const why = whyUnreachable(publicUrl, serverUrl)
  return why === null
    ? ok('configuration', 'it is complete')
    : warn(
        'configuration',
        `GitHub cannot reach this server: ${why}`,
        'set PUBLIC_URL to the address of a tunnel or of a reverse proxy with a public name, in the settings of the App, too',
      )
}
