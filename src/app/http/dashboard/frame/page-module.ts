import type { Hono } from 'hono'
import type { Limits } from '../../../../contract/runner-protocol/assignment.ts'
import type { BatchWork } from '../../../batches/batch-record.ts'
import type { Feedback } from '../../../feedback/feedback.ts'
import type { KeyWork } from '../../../keys/create-key.ts'
import type { Hold } from '../../../limits/hold.ts'
import type { ProjectCheck } from '../../../onboarding/check-project.ts'
import type { RunnerRepositories } from '../../../onboarding/inspect-runner.ts'
import type { Webhooks } from '../../../outgoing/endpoints/webhooks.ts'
import type { Project } from '../../../projects/project.ts'
import type { People } from '../../../sessions/people.ts'
import type { JobWatch } from '../../../timers/job-watch.ts'
import type { SessionWatch } from '../../../timers/session-watch.ts'
import type { OpenStreams } from '../../v2/events/open-streams.ts'
import type { Assets } from '../assets/assets.ts'
import type { GithubReads } from './github-reads.ts'
import type { DashboardEnv } from './view.ts'

/** One area of the dashboard. */
export interface PageModule {
  /** Adds its routes. Paths are below `/dashboard`: `app.get('/keys', …)`. */
  routes(app: Hono<DashboardEnv>, deps: PageDeps): void
  /** Stylesheets and browser scripts beside its files, which become part of the one file that all pages load. */
  readonly styles?: readonly URL[]
  readonly scripts?: readonly URL[]
}

/** What the pages call: the use cases of the API, and what GitHub answers to their readers. */
export interface PageDeps extends BatchWork, KeyWork {
  readonly watch: JobWatch
  readonly assets: Assets
  readonly publicUrl: string
  readonly installUrl: () => Promise<string | null>
  readonly people: People
  readonly outgoing: Webhooks
  readonly runners: RunnerRepositories
  readonly feedback: Pick<Feedback, 'checkRunUrl'>
  readonly reads: GithubReads
  readonly streams: OpenStreams
  readonly sessionWatch: SessionWatch
  readonly checks: {
    /** The last results, in the order of the ids. */
    last(projects: readonly string[]): Promise<(ProjectCheck | null)[]>
    /** Asks GitHub now. Throws GithubUnavailable. */
    check(project: Project): Promise<ProjectCheck>
    /** Which of them an operator has paused, alone or with their account. */
    paused(projects: readonly Project[]): Promise<ReadonlySet<string>>
    /** What an operator has ordered for a whole account; `null`: its runs may start. */
    accountPause(accountId: number): Promise<Hold | null>
  }
  /** Limits of a run, unless the settings of the project name others. */
  readonly limits: Limits
  /** The settings that hold if nobody sets them. */
  readonly settingDefaults: readonly { readonly key: string; readonly value: string }[]
  /** Whether the action can call a model of this name. */
  readonly isModel: (name: string) => boolean
}
