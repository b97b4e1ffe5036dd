/** Every webhook this GitHub sends, under its name in GitHub's OpenAPI description. */
export const webhookNames = [
  'installation-created',
  'installation-deleted',
  'installation-suspend',
  'installation-unsuspend',
  'installation-repositories-added',
  'installation-repositories-removed',
  'workflow-run-requested',
  'workflow-run-in-progress',
  'workflow-run-completed',
  'pull-request-opened',
  'pull-request-synchronize',
  'pull-request-closed',
  'pull-request-reopened',
  'pull-request-edited',
  'push',
  'repository-renamed',
] as const
