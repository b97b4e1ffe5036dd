import { INSTALLATION } from '../world/installation.ts'
import { commandOf } from './command-of.ts'
import { describeScriptedModel } from './scripted-model.ts'

const MODEL = `Without a real model, a scripted one is used. ${describeScriptedModel()}
MODEL=provider/model selects a model by name.
`

const DEFAULT_REPOSITORY = INSTALLATION.kind === 'package' ? 'an example' : 'this one'

export const DEMO_USAGE = `${commandOf('demo', '[options]')}
Turns a prompt into a pull request, entirely on this machine.

  --prompt TEXT   the change to make
  --repo PATH     a local git repository, which is copied; default: this one
  --json          print only the final job, as JSON
  --verbose       print the complete log of the app
  -h, --help      print this help

DATABASE_URL in the environment sets and keeps the database of the app: sqlite:PATH, postgres://… or redis://….
${MODEL}`

export const SERVE_USAGE = `${commandOf('sandbox', '[options]')}
Starts a GitHub, a runner and the app on loopback, and stops them on Ctrl-C.

  --port N        port of the app; default: 3000, or a free one if that is taken
  --repo PATH     a local git repository, which is copied; default: ${DEFAULT_REPOSITORY}
  --dialect NAME  github (default), or enterprise for GitHub Enterprise Server
  --gh            also serve its GitHub over TLS, for \`gh\`, with a repository to try \`init\` on
  --json          print the addresses and keys as one line of JSON
  --verbose       print the complete log of the app
  -h, --help      print this help

DATABASE_URL in the environment sets and keeps the database of the app: sqlite:PATH, postgres://… or redis://….
${MODEL}`
