/** The import rules of ARCHITECTURE.md. */

const filesIn = (folder) => `^${folder}/[^/]+$`

/** Rooms that decide and never act: what they need is handed in. */
const PURE_FOLDERS = [
  'contract',
  'contract/runner-protocol',
  'settings',
  'sanitize',
  'net',
  'app/domain',
  'conversation',
  'mention',
  'review',
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
    {
      name: 'no-circle-of-folders',
      comment:
        'types included: a folder that needs another one is above it. The order follows from the imports',
      severity: 'error',
      scope: 'folder',
      from: { path: '^(src|sandbox)/' },
      to: { circular: true },
    },
    {
      name: 'use-cases-know-no-edge',
      comment: 'http, webhooks and timers call use cases, and are called by none',
      severity: 'error',
      from: { path: '^src/app/[^/]+/', pathNot: '^src/app/(http|webhooks|timers|doctor|ops)/' },
      to: { path: '^src/app/(http|webhooks|timers)/' },
    },
    {
      name: 'nothing-imports-an-entry-point',
      comment: 'the files of src/app, src/action and sandbox themselves start programs',
      severity: 'error',
      from: { path: '^(src|sandbox)/', pathNot: '^(src/(app|action|cli)|sandbox)/[^/]+$' },
      to: { path: '^(src/(app|action)|sandbox)/[^/]+$' },
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
      name: 'the-client-imports-types-of-the-contract-only',
      comment: 'it runs where nothing else of the product is: on Node 20, Deno and Bun, without a package',
      severity: 'error',
      from: { path: '^src/client/' },
      to: { pathNot: '^src/(contract|client)/' },
    },
    {
      name: 'the-client-takes-no-value-from-the-contract',
      severity: 'error',
      from: { path: '^src/client/' },
      to: { path: '^src/contract/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'the-command-line-imports-the-client-only',
      comment: 'it runs on Node 20, and starts the programs of the server as processes',
      severity: 'error',
      from: { path: '^src/cli/' },
      to: {
        path: '^(src|node_modules)/',
        pathNot: [
          '^src/(client|cli)/',
          '^src/contract/local-(run|eval)\\.ts$',
          // Functions that make one line of a fact, and import types only.
          '^src/contract/describe-[a-z]+\\.ts$',
          // What the settings of a repository could be, and what a workflow file may name.
          '^src/(settings/suggest-commands|app/config/(action-ref|own-action)|net/git-remote)\\.ts$',
          pkg('commander'),
        ],
      },
    },
    {
      name: 'the-command-line-takes-no-value-from-the-contract',
      severity: 'error',
      from: { path: '^src/cli/' },
      to: {
        path: '^src/contract/',
        pathNot: '^src/contract/describe-[a-z]+\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'domain-imports-the-contract-only',
      comment: 'types and rules of job and run: no package, no Node module, no store',
      severity: 'error',
      from: { path: '^src/app/domain/' },
      to: { pathNot: '^src/(contract|app/domain)/' },
    },
    {
      name: 'pure-folders-use-no-node-module',
      severity: 'error',
      from: { path: PURE_FOLDERS.map((folder) => filesIn(`src/${folder}`)) },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'the-agent-knows-neither-github-nor-actions',
      severity: 'error',
      from: { path: '^src/action/(agent|models|workspace)/' },
      to: {
        path: ['^src/action/(git|pull-request|control-plane)/', pkg('@actions', '@octokit')],
        pathNot: '^src/action/git/process/(git|remove-empty-folders)\\.ts$',
      },
    },
    onlyIn('keyv-at-home', '^src/app/store/', pkg('keyv')),
    onlyIn('sqlite-at-home', '^src/app/store/', '^(node:)?sqlite$'),
    onlyIn('pg-at-home', '^src/app/store/postgres/', pkg('pg')),
    onlyIn('redis-at-home', '^src/app/store/redis/', pkg('@redis')),
    onlyIn('hono-at-home', '^src/app/http/', pkg('hono', '@hono')),
    onlyIn('oauth-at-home', '^src/app/github/sign-in/', pkg('oauth4webapi')),
    onlyIn(
      'primer-at-home',
      '^src/app/http/dashboard/(assets|frame)/',
      pkg('@primer', 'htmx.org', '@github'),
    ),
    onlyIn('diff2html-at-home', '^src/app/http/dashboard/job/', pkg('diff2html')),
    onlyIn(
      'micromark-at-home',
      '^(src/app/http/dashboard/job|sandbox/github/web)/',
      pkg('micromark', 'micromark-extension-gfm'),
    ),
    onlyIn('jose-at-home', '^src/app/http/', pkg('jose')),
    onlyIn('octokit-at-home', '^src/(app|action)/github/', pkg('@octokit', '@actions/github')),
    onlyIn('ai-at-home', '^src/action/(agent|models|mcp)/', pkg('ai', '@ai-sdk')),
    onlyIn('photon-at-home', '^src/action/images/scaler/', pkg('@silvia-odwyer/photon-node')),
    onlyIn('mcp-at-home', '^src/action/mcp/', pkg('@ai-sdk/mcp')),
    onlyIn('mcp-server-at-home', '^src/app/http/mcp/', pkg('@modelcontextprotocol')),
    onlyIn('ipaddr-at-home', '^src/net/', pkg('ipaddr.js')),
    onlyIn('commander-at-home', '^src/(app/keys|cli)/', pkg('commander')),
    onlyIn('prometheus-at-home', '^src/app/metrics/', pkg('@prometheus-io')),
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
