import type { Page } from 'playwright-core'
import {
  type Dashboard,
  type DashboardOptions,
  startDashboard,
} from '../../support/dashboard/start-dashboard.ts'
import { type BrowseOptions, browse } from './browse.ts'

export interface BrowsedDashboard extends Dashboard {
  /** A browser in which this person has signed in; `null`: nobody has. */
  browse(login: string | null, options?: Omit<BrowseOptions, 'url' | 'cookies'>): Promise<Page>
}

/** A dashboard at an address that a browser reaches. */
export async function givenDashboard(options: DashboardOptions = {}): Promise<BrowsedDashboard> {
  const app = await startDashboard({ ...options, publicUrl: undefined })
  return {
    ...app,
    async browse(login, given = {}) {
      const cookies = login === null ? new Map<string, string>() : (await app.signIn(login)).cookies
      return browse({ url: app.url, now: app.clock.at, ...given, cookies })
    },
  }
}
