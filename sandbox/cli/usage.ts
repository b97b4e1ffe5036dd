import { SENTENCE_FORMS } from '../model/parse-sentence.ts'
import { REAL_MODEL_KEYS } from '../world/choose-model.ts'

const MODEL = `Without the key of a model, a scripted model is used. It understands lines of these forms:
${SENTENCE_FORMS.map((form) => `  ${form}`).join('\n')}
With ${REAL_MODEL_KEYS.join(', ')}
in the environment, that real model is used, and any prompt works.
`

export const DEMO_USAGE = `npm run demo -- [options]
Turns a prompt into a pull request, entirely on this machine.

  --prompt TEXT   the change to make
  --repo PATH     a local git repository, which is copied; default: this one
  --json          print only the final job, as JSON
  --verbose       print the complete log of the app
  -h, --help      print this help

${MODEL}`

export const SERVE_USAGE = `npm run sandbox -- [options]
Starts a GitHub, a runner and the app on loopback, and stops them on Ctrl-C.

  --port N        port of the app; default: a free one
  --repo PATH     a local git repository, which is copied; default: this one
  --dialect NAME  github (default), or enterprise for GitHub Enterprise Server
  --json          print only one line of JSON with addresses and keys
  --verbose       print the complete log of the app
  -h, --help      print this help

DATABASE_URL=sqlite:PATH in the environment sets and keeps the database of the app.
${MODEL}`
