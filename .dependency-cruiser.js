/** The import rules of ARCHITECTURE.md. */

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
      name: 'no-circular',
      severity: 'error',
      from: { path: '^(src|sandbox)/' },
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    { name: 'no-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'contract-imports-zod-only',
      severity: 'error',
      from: { path: '^src/contract/' },
      to: { pathNot: ['^src/contract/', pkg('zod')] },
    },
    {
      name: 'app-and-action-share-the-contract-only',
      severity: 'error',
      from: { path: '^src/app/' },
      to: { path: '^src/action/' },
    },
    {
      name: 'action-and-app-share-the-contract-only',
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
      name: 'use-cases-do-not-know-their-callers',
      severity: 'error',
      from: { path: '^src/app/(jobs|runs|projects|keys|github|store)/' },
      to: { path: '^src/app/(http|webhooks|timers|metrics|dashboard)/' },
    },
    {
      name: 'store-and-github-know-no-use-case',
      severity: 'error',
      from: { path: '^src/app/(store|github)/' },
      to: { path: '^src/app/(jobs|runs|projects|keys)/' },
    },
    {
      name: 'decisions-are-pure',
      comment: 'job-state, run-state, job-commit, plan-publish and the like decide; they reach for nothing',
      severity: 'error',
      from: {
        path: '(job-state|run-state|job-commit|look-again|check-claimant|retry-delay|plan-publish|judge-path|scan-secrets|judge-dispatch|judge-failure)\\.ts$',
      },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'the-agent-knows-neither-github-nor-actions',
      severity: 'error',
      from: { path: '^src/action/(agent|models|workspace)/' },
      to: {
        path: ['^src/action/(git|pull-request|reporting)/', pkg('@actions', '@octokit')],
        pathNot: '^src/action/git/git\\.ts$',
      },
    },
    onlyIn('keyv-at-home', '^src/app/store/', pkg('keyv')),
    onlyIn('sqlite-at-home', '^src/app/store/', '^(node:)?sqlite$'),
    onlyIn('hono-at-home', '^src/app/http/', pkg('hono', '@hono')),
    onlyIn('jose-at-home', '^src/app/http/', pkg('jose')),
    onlyIn('octokit-at-home', '^src/(app/github|action/pull-request)/', pkg('@octokit', '@actions/github')),
    onlyIn('ai-at-home', '^src/action/(agent|models)/', pkg('ai', '@ai-sdk')),
    onlyIn('ipaddr-at-home', '^src/app/keys/', pkg('ipaddr.js')),
    onlyIn('commander-at-home', '^src/app/keys/', pkg('commander')),
    onlyIn('prometheus-at-home', '^src/app/metrics/', pkg('@prometheus-io')),
    onlyIn('ignore-at-home', '^src/action/git/', pkg('ignore')),
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
