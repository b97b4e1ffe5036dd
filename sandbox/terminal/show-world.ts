import type { World } from '../world.ts'
import type { Paint } from './paint.ts'

/** What a program needs to know of a running sandbox. */
export const describeWorld = (world: World) => ({
  baseUrl: world.baseUrl,
  projectId: world.projectId,
  apiKey: world.apiKey,
  githubUrl: world.githubUrl,
  githubApiUrl: world.githubApiUrl,
  githubToken: world.githubToken,
  repository: world.repository,
})

/** The same for a person, with the three calls ready to be pasted. */
export function showWorld(world: World, paint: Paint): string {
  const jobs = `${world.baseUrl}/v2/agent/${world.projectId}/job`
  const key = `-H 'Authorization: Bearer ${world.apiKey}'`
  const body = (prompt: string) => `-H 'Content-Type: application/json' -d '${JSON.stringify({ prompt })}'`
  const facts = [
    ['app', world.baseUrl],
    ['project', world.projectId],
    ['API key', world.apiKey],
    ['GitHub', world.githubUrl],
    ['GitHub API', world.githubApiUrl],
    ['GitHub token', world.githubToken],
    ['repository', `${world.githubUrl}/${world.repository}`],
    [
      'model',
      world.model ? 'scripted: it acts on plain sentences' : 'a real one, by the key in the environment',
    ],
  ] as const
  return [
    paint.bold('The sandbox is up. Ctrl-C ends it and leaves nothing behind.'),
    '',
    ...facts.map(([name, value]) => `  ${paint.dim(name.padEnd(13))} ${value}`),
    '',
    paint.bold('Create a job'),
    `curl -s ${jobs} ${key} ${body('Create docs/hello.md with "Hello"')}`,
    '',
    paint.bold('Look at it'),
    `curl -s ${jobs}/JOB_ID ${key}`,
    '',
    paint.bold('Send it a message'),
    `curl -s ${jobs}/JOB_ID/message ${key} ${body('Append "And goodbye" to docs/hello.md')}`,
    '',
  ].join('\n')
}
