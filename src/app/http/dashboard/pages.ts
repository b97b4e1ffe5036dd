import { type AuditDeps, auditPages } from './audit/audit-pages.ts'
import { batchPages } from './batches/batch-pages.ts'
import type { BatchPagesDeps } from './batches/batches-deps.ts'
import { type HomeDeps, homePages } from './home/home-pages.ts'
import type { JobDeps } from './job/job-deps.ts'
import { jobPages } from './job/job-pages.ts'
import type { JobsPagesDeps } from './jobs/jobs-deps.ts'
import { jobsPages } from './jobs/jobs-pages.ts'
import { type KeysPageDeps, keysPages } from './keys/keys-pages.ts'
import { type ProjectsPageDeps, projectsPages } from './projects/projects-pages.ts'
import { type RunnerPagesDeps, runnerPages } from './projects/runner-pages.ts'
import { type UsageDeps, usagePages } from './usage/usage-pages.ts'
import { type WebhooksPageDeps, webhooksPages } from './webhooks/webhooks-pages.ts'

/** What all pages need together. */
export type PagesDeps = HomeDeps &
  JobsPagesDeps &
  JobDeps &
  BatchPagesDeps &
  KeysPageDeps &
  WebhooksPageDeps &
  ProjectsPageDeps &
  RunnerPagesDeps &
  UsageDeps &
  AuditDeps

/** The areas of the dashboard, each in a room of its own. */
export const PAGES = [
  homePages,
  jobsPages,
  jobPages,
  batchPages,
  keysPages,
  webhooksPages,
  projectsPages,
  runnerPages,
  usagePages,
  auditPages,
] as const
