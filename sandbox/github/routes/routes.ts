import type { Route } from '../rest/route.ts'
import { actionsSettingsRoutes } from './actions-settings.ts'
import { appRoutes } from './app.ts'
import { checkRunRoutes } from './check-runs.ts'
import { collaboratorRoutes } from './collaborators.ts'
import { commentRoutes } from './comments.ts'
import { commitRoutes } from './commits.ts'
import { contentRoutes } from './contents.ts'
import { gitObjectRoutes } from './git-objects.ts'
import { hookRoutes } from './hook.ts'
import { issueRoutes } from './issues.ts'
import { participantRoutes } from './participants.ts'
import { pullRoutes } from './pulls.ts'
import { repositoryRoutes } from './repositories.ts'
import { reviewRoutes } from './reviews.ts'
import { rulesetRoutes } from './rulesets.ts'
import { runRoutes } from './runs.ts'
import { userRoutes } from './users.ts'
import { workflowRoutes } from './workflows.ts'

/** All REST operations that this GitHub supports. Any other is a 501. */
export const routes: readonly Route[] = [
  ...appRoutes,
  ...hookRoutes,
  ...userRoutes,
  ...repositoryRoutes,
  ...rulesetRoutes,
  ...contentRoutes,
  ...gitObjectRoutes,
  ...commitRoutes,
  ...workflowRoutes,
  ...runRoutes,
  ...actionsSettingsRoutes,
  ...pullRoutes,
  ...issueRoutes,
  ...commentRoutes,
  ...checkRunRoutes,
  ...participantRoutes,
  ...reviewRoutes,
  ...collaboratorRoutes,
]
