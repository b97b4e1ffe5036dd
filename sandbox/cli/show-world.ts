import { INSTALLATION } from '../world/installation.ts'
import type { World } from '../world/start-world.ts'
import { commandOf, operatorCommandOf } from './command-of.ts'
import { describeSource } from './describe-source.ts'
import type { Paint } from './terminal-colors.ts'

type Described = Pick<
  World,
  | 'baseUrl'
  | 'dashboardUrl'
  | 'projectId'
  | 'apiKey'
  | 'githubUrl'
  | 'githubApiUrl'
  | 'githubToken'
  | 'people'
  | 'app'
  | 'repository'
  | 'operatorFile'
  | 'init'
>
type Shown = Described & Pick<World, 'source' | 'model' | 'modelName'>

/** The properties of a running sandbox for programs. */
export const describeWorld = (world: Described) => ({
  baseUrl: world.baseUrl,
  dashboardUrl: world.dashboardUrl,
  projectId: world.projectId,
  apiKey: world.apiKey,
  githubUrl: world.githubUrl,
  githubApiUrl: world.githubApiUrl,
  githubToken: world.githubToken,
  people: world.people,
  app: world.app,
  repository: world.repository,
  operatorFile: world.operatorFile,
  init: world.init,
})

const SCRIPTED =
  'scripted: understands only lines like those below, of the forms in\n' +
  `${' '.repeat(16)}${commandOf('sandbox', '--help')}, which also says how to use a real or local model`

const describePeople = ({ people }: Described): string =>
  people.map(({ login, role, token }) => `${login} (${role}) ${token}`).join(`\n${' '.repeat(16)}`)

/** In a package, the command line is at hand. */
const showCommandLine = ({ baseUrl, apiKey, repository }: Described, paint: Paint): string[] => [
  paint.bold('Use the command line, in another terminal'),
  `export PRENTICE_URL=${baseUrl} PRENTICE_API_KEY=${apiKey}`,
  `prentice run --wait --repo ${repository} 'Create docs/hello.md with "Hello, world"'`,
  '',
]

/** In a subshell: the certificates of the sandbox are for nothing else. */
const showInit = ({ init }: Described, paint: Paint): string[] =>
  init === null
    ? []
    : [
        paint.bold('Set up a repository with `init`, in another terminal; it needs `gh`'),
        `(. ${init.environmentFile} && ${INIT} --repo ${init.repository} 'Replace "dog" with "cat" in README.md')`,
        '',
      ]

const INIT = INSTALLATION.kind === 'package' ? 'prentice init' : 'npm run init --'

/** The same for people, with three curl commands to copy. */
export function showWorld(world: Shown, paint: Paint): string {
  const jobs = `${world.baseUrl}/v2/agent/${world.projectId}/job`
  const key = `-H 'Authorization: Bearer ${world.apiKey}'`
  const body = (prompt: string) => `-H 'Content-Type: application/json' -d '${JSON.stringify({ prompt })}'`
  const facts = [
    ['app', world.baseUrl],
    ['dashboard', `${world.dashboardUrl}; sign in as one of the people below`],
    ['project', world.projectId],
    ['API key', world.apiKey],
    ['GitHub', world.githubUrl],
    ['GitHub API', world.githubApiUrl],
    ['people', describePeople(world)],
    [
      'repository',
      `${world.githubUrl}/${world.repository}; open an issue there, and comment as ana:\n${' '.repeat(16)}/prentice Create docs/hi.md with "Hi"`,
    ],
    ['operator', `. ${world.operatorFile} && ${operatorCommandOf('doctor')}`],
    ['model', world.model ? SCRIPTED : `${world.modelName}: understands any prompt`],
  ] as const
  const note = describeSource(world.source)
  return [
    paint.bold('The sandbox is running. Ctrl-C stops it. It leaves only a database that DATABASE_URL names.'),
    '',
    ...facts.map(([name, value]) => `  ${paint.dim(name.padEnd(13))} ${value}`),
    ...(note ? ['', paint.dim(note)] : []),
    '',
    paint.bold('Create a job'),
    `curl -s ${jobs} ${key} ${body('Create docs/hello.md with "Hello, world"')}`,
    '',
    paint.bold('Get the job'),
    `curl -s ${jobs}/JOB_ID ${key}`,
    '',
    paint.bold('Send a message'),
    `curl -s ${jobs}/JOB_ID/message ${key} ${body('Replace "world" with "Prentice" in docs/hello.md')}`,
    '',
    ...showInit(world, paint),
    ...(INSTALLATION.kind === 'package' ? showCommandLine(world, paint) : []),
  ].join('\n')
}
