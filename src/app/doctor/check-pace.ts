import type { Config } from '../config/config.ts'
import { type Finding, ok, warn } from './finding.ts'

/** https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api#about-secondary-rate-limits */
const MAX_PER_MINUTE = 80

/** How fast workflows are started, and whether GitHub lets that be done for long. */
export function checkPace({ starts, serverUrl }: Pick<Config, 'starts' | 'serverUrl'>): Finding {
  const { perMinute, atOnce } = starts
  const text = `${perMinute} workflows of an installation are started in a minute, up to ${atOnce} simultaneously after a pause`
  // An Enterprise Server has the limits that its administrator has set, by default none.
  const isLimited = /^https:\/\/(github\.com|[^/]+\.ghe\.com)$/.test(serverUrl)
  return isLimited && perMinute > MAX_PER_MINUTE
    ? warn(
        'pace',
        text,
        `GitHub limits an App that starts more than ${MAX_PER_MINUTE}: lower STARTS_PER_MINUTE`,
      )
    : ok('pace', text)
}
