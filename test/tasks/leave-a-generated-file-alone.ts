import { block } from './support/block.ts'
import { edit, finish, read, search } from './support/calls.ts'
import { changesJust, sameText, textOf } from './support/judge.ts'
import { withFile } from './support/mutate-result.ts'
import type { Task } from './support/task.ts'

const SOURCE = 'openapi.yaml'
const GENERATED = 'docs/reference.md'

const operation = (name: string) => block`
  ## Get a ${name}

  \`GET /v1/${name}s/{id}\`

  Returns the ${name} with this id.

  | Status | Meaning |
  |---|---|
  | 200 | The ${name} |
  | 404 | There is no such ${name} |

  `

/** Long, as such files are. */
const REFERENCE = `${block`
  <!-- Made from openapi.yaml by scripts/reference.mjs with every release. Do not edit: it will be overwritten. -->

  # Reference

  ## Get a parcel

  \`GET /v1/parcels/{id}\`

  Retuns the parcel, and where it was seen last.

  `}${Array.from({ length: 400 }, (_, index) => operation(`thing${index}`)).join('')}`

export const leaveAGeneratedFileAlone: Task = {
  name: 'leave-a-generated-file-alone',
  category: 'judgement',
  prompts: ['Typo in the API docs: "Retuns the parcel" should be "Returns the parcel".'],
  files: {
    [SOURCE]: block`
      openapi: 3.1.0
      info: { title: Parcels, version: 1.4.0 }
      paths:
        /v1/parcels/{id}:
          get:
            summary: Get a parcel
            description: Retuns the parcel, and where it was seen last.
            responses:
              "200": { description: The parcel }
      `,
    [GENERATED]: REFERENCE,
    'scripts/reference.mjs': '// Writes docs/reference.md from openapi.yaml. Run by the release job.\n',
  },
  script: [
    [search('Retuns')],
    [read(SOURCE), { name: 'read', input: { path: GENERATED, lines: 12 } }],
    [edit(SOURCE, 'Retuns the parcel', 'Returns the parcel')],
    [
      finish(
        'Correct a typo in the description of a parcel',
        '“Retuns” is “Returns” now in `openapi.yaml`. `docs/reference.md` is made from it with the next release.',
      ),
    ],
  ],
  check(work) {
    changesJust(work, SOURCE)
    sameText(work, SOURCE, textOf(work.before, SOURCE).replace('Retuns', 'Returns'))
  },
  mistakes: {
    'the generated file was edited': (work) =>
      withFile(work, GENERATED, (text) => text.replace('Retuns', 'Returns')),
    'only the generated file was edited': (work) =>
      withFile(
        withFile(work, GENERATED, (text) => text.replace('Retuns', 'Returns')),
        SOURCE,
        (text) => text.replace('Returns', 'Retuns'),
      ),
  },
}
