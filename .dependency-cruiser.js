/** The import rules of ARCHITECTURE.md. */

/**
 * Every room of the product, lowest first. A file imports from its own room and from rooms that stand before it, types
 * included, so that there is no circle of rooms. A folder that is not listed is an error: decide where it stands.
 */
const ROOMS = [
  'contract',
  'settings',
  'sanitize',

  'app/domain',
  'app/net',
  'app/log',
  'app/store',
  'app/store/sqlite',
  'app/store/open',
  'app/config',
  'app/github',
  'app/github/rest',
  'app/records',
  'app/keys',
  'app/projects',
  'app/jobs',
  'app/runs/dispatch',
  'app/runs/runner',
  'app/runs/push-token',
  'app/runs/reconcile',
  'app/runs',
  'app/metrics',
  'app/timers',
  'app/webhooks',
  'app/http/shared',
  'app/http/auth',
  'app/http/ops',
  'app/http/runner',
  'app/http/v2/request',
  'app/http/v2/openapi',
  'app/http/v2/events',
  'app/http/v2',
  'app/http/server',
  'app/keys/cli',
  'app/onboarding',
  'app/ops',
  'app/doctor',
  'app',

  'action/text',
  'action/text/encoding',
  'action/log',
  'action/secrets',
  'action/git/process',
  'action/workspace/files',
  'action/workspace/edit/match',
  'action/workspace/browse',
  'action/workspace/change',
  'action/workspace/edit',
  'action/workspace/patch',
  'action/workspace',
  'action/models/tool-calls',
  'action/models/cost',
  'action/models/providers',
  'action/models/request',
  'action/models/conversation',
  'action/agent/tools',
  'action/checks/isolation',
  'action/checks',
  'action/agent/prompt',
  'action/agent/review',
  'action/agent',
  'action/confidential',
  'action/outcome',
  'action/git/checkout',
  'action/git/diff',
  'action/git/policy',
  'action/git/push',
  'action/github',
  'action/start',
  'action/control-plane/server',
  'action/control-plane',
  'action/control-plane/standalone',
  'action/pull-request',
  'action/output',
  'action/stages',
  'action',
]

/** The rooms of the sandbox, in the same way. The entry points are the files of `sandbox` itself. */
const SANDBOX_ROOMS = [
  'model',
  'runner',
  'github/state',
  'github/rest',
  'github/faults',
  'github/accounts',
  'github/oidc',
  'github/git',
  'github/shapes',
  'github/webhooks',
  'github/pulls',
  'github/workflows',
  'github/admin',
  'github/git-http',
  'github/routes',
  'github/web',
  'github',
  'world/source',
  'world',
  'cli',
]

const filesIn = (folder) => `^${folder}/[^/]+$`

const ORDERED_ROOMS = [
  ROOMS.map((room) => ({ name: room, files: filesIn(`src/${room}`) })),
  [
    ...SANDBOX_ROOMS.map((room) => ({ name: `sandbox/${room}`, files: filesIn(`sandbox/${room}`) })),
    { name: 'sandbox', files: filesIn('sandbox') },
  ],
]

/** Rooms that decide and never act: what they need is handed in. */
const PURE_ROOMS = [
  'contract',
  'settings',
  'sanitize',
  'app/domain',
  'action/text',
  'action/text/encoding',
  'action/secrets',
  'action/confidential',
  'action/agent/prompt',
  'action/agent/review',
  'action/git/policy',
  'action/models/cost',
  'action/models/tool-calls',
  'action/workspace/edit/match',
  'action/workspace/patch',
]

const noRoomAbove = ORDERED_ROOMS.flatMap((rooms) =>
  rooms.slice(0, -1).map(({ name, files }, at) => ({
    name: `${name.replaceAll('/', '-')}-imports-no-room-above-it`,
    severity: 'error',
    from: { path: files },
    to: { path: rooms.slice(at + 1).map((room) => room.files) },
  })),
)

const onlyIn = (name, home, packages) => ({
  name,
  comment: `${packages} has one home: ${home}`,
  severity: 'error',
  from: { path: '^src/', pathNot: home },
  to: { path: packages },
})

const pkg = (...names) => `^node_modules/(${names.map((n) => n.replace('/', '\\/')).join('|')})/`

export default {
  forbidden: [
    ...noRoomAbove,
    {
      name: 'every-folder-is-a-listed-room',
      severity: 'error',
      from: { path: '^(src|sandbox)/', pathNot: ORDERED_ROOMS.flat().map(({ files }) => files) },
      to: {},
    },
    {
      name: 'no-circular',
      comment: 'types included',
      severity: 'error',
      from: { path: '^(src|sandbox|bench)/' },
      to: { circular: true },
    },
    { name: 'no-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'contract-imports-zod-only',
      severity: 'error',
      from: { path: '^src/contract/' },
      to: { pathNot: ['^src/contract/', pkg('zod')] },
    },
    {
      name: 'app-imports-nothing-of-the-action',
      severity: 'error',
      from: { path: '^src/app/' },
      to: { path: '^src/action/' },
    },
    {
      name: 'action-imports-nothing-of-the-app',
      severity: 'error',
      from: { path: '^src/action/' },
      to: { path: '^src/app/' },
    },
    {
      name: 'the-product-does-not-know-the-sandbox',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^(sandbox|test|scripts|bench)/' },
    },
    {
      name: 'the-sandbox-does-not-know-the-product',
      severity: 'error',
      from: { path: '^sandbox/' },
      to: { path: '^(src|test|bench)/' },
    },
    {
      name: 'domain-imports-the-contract-only',
      comment: 'types and rules of job and run: no package, no Node module, no store',
      severity: 'error',
      from: { path: '^src/app/domain/' },
      to: { pathNot: '^src/(contract|app/domain)/' },
    },
    {
      name: 'pure-rooms-use-no-node-module',
      severity: 'error',
      from: { path: PURE_ROOMS.map((room) => filesIn(`src/${room}`)) },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'the-agent-knows-neither-github-nor-actions',
      severity: 'error',
      from: { path: '^src/action/(agent|models|workspace)/' },
      to: {
        path: ['^src/action/(git|pull-request|control-plane)/', pkg('@actions', '@octokit')],
        pathNot: '^src/action/git/process/git\\.ts$',
      },
    },
    onlyIn('keyv-at-home', '^src/app/store/', pkg('keyv')),
    onlyIn('sqlite-at-home', '^src/app/store/', '^(node:)?sqlite$'),
    onlyIn('hono-at-home', '^src/app/http/', pkg('hono', '@hono')),
    onlyIn('jose-at-home', '^src/app/http/', pkg('jose')),
    onlyIn('octokit-at-home', '^src/(app|action)/github/', pkg('@octokit', '@actions/github')),
    onlyIn('ai-at-home', '^src/action/(agent|models)/', pkg('ai', '@ai-sdk')),
    onlyIn('ipaddr-at-home', '^src/app/net/', pkg('ipaddr.js')),
    onlyIn('commander-at-home', '^src/app/keys/', pkg('commander')),
    onlyIn('prometheus-at-home', '^src/app/metrics/', pkg('@prometheus-io')),
    onlyIn('ignore-at-home', '^src/action/git/', pkg('ignore')),
    onlyIn('encodings-at-home', '^src/action/text/encoding/', pkg('iconv-lite', 'chardet')),
    onlyIn('picomatch-at-home', '^src/action/workspace/browse/', pkg('picomatch')),
    onlyIn('levenshtein-at-home', '^src/(settings|action/workspace/edit/match)/', pkg('fastest-levenshtein')),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    parser: 'swc',
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.js', '.mjs', '.json'],
    },
    builtInModules: { add: ['node:sqlite', 'sqlite'] },
  },
}
