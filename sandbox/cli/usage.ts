import { SENTENCE_FORMS } from '../model/parse-sentence.ts'
import { REAL_MODEL_KEYS } from '../world/choose-model.ts'

const MODEL = `Without a model's key a scripted model acts on lines of these forms:
${SENTENCE_FORMS.map((form) => `  ${form}`).join('\n')}
With ${REAL_MODEL_KEYS.join(', ')}
in the environment that real model does the work, and any prompt will do.
`

export const DEMO_USAGE = `npm run demo -- [options]
Turns a sentence into a pull request, on this machine alone.

  --prompt TEXT   what is to be done
  --repo PATH     a local git repository to work on a copy of; default: this one
  --json          print the final job and nothing else
  --verbose       print the app's log as it is
  -h, --help      print this

${MODEL}`

export const SERVE_USAGE = `npm run sandbox -- [options]
Starts a GitHub, a runner and the app on loopback and keeps them up until Ctrl-C.

  --port N        port of the app; default: a free one
  --repo PATH     a local git repository to work on a copy of; default: this one
  --dialect NAME  github (default) or enterprise: which GitHub it is
  --json          print one line of JSON with the addresses and keys, and nothing else
  --verbose       print the app's log as it is
  -h, --help      print this

DATABASE_URL=sqlite:PATH in the environment keeps the app's database there.
${MODEL}`
