import assert from 'node:assert/strict'
import { parse } from 'yaml'
import { block } from './support/block.ts'
import { edit, finish, read, search } from './support/calls.ts'
import { changesJust, keepsLines, textOf } from './support/judge.ts'
import { withFile } from './support/mutate-result.ts'
import type { Task } from './support/task.ts'

const PATH = 'deploy/services.yaml'

export const changeYamlAndKeepItsComments: Task = {
  name: 'change-yaml-and-keep-its-comments',
  category: 'files',
  prompts: [
    'The web service needs 6 replicas in production, and there LOG_LEVEL should be warn. Staging and the worker are fine.',
  ],
  files: {
    'README.md': '# Deploy\n\n`deploy/services.yaml` is applied on every merge.\n',
    [PATH]: block`
      # Applied by the pipeline. Two people on call have to agree to a change of production.
      defaults: &defaults
        image: registry.example/web:1.18   # bumped by the release job
        env:
          LOG_LEVEL: info

      staging:
        web:
          <<: *defaults
          replicas: 3
        worker:
          replicas: 1   # the queue is short here

      production:
        web:
          <<: *defaults
          # Three zones: keep this a multiple of three.
          replicas: 3
          port: "8080"
        worker:
          replicas: 3   # one for each shard
      `,
  },
  script: [
    [search('replicas'), read(PATH)],
    // That was staging, whose two lines are the same: put back in the next answer.
    [edit(PATH, '    <<: *defaults\n    replicas: 3\n', '    <<: *defaults\n    replicas: 6\n')],
    [
      edit(PATH, '    replicas: 6\n', '    replicas: 3\n'),
      edit(
        PATH,
        '    # Three zones: keep this a multiple of three.\n    replicas: 3\n',
        '    # Three zones: keep this a multiple of three.\n    replicas: 6\n    env:\n      LOG_LEVEL: warn\n',
      ),
    ],
    [
      finish(
        'Run six web replicas in production',
        'Production runs 6 replicas of web, with `LOG_LEVEL` warn.',
      ),
    ],
  ],
  check(work) {
    changesJust(work, PATH)
    const [before, after] = [textOf(work.before, PATH), textOf(work.after, PATH)]
    const expected = parse(before, { merge: true })
    expected.production.web.replicas = 6
    expected.production.web.env = { LOG_LEVEL: 'warn' }
    assert.deepEqual(parse(after, { merge: true }), expected, 'the services are not as they should be')
    keepsLines(work, PATH, before.replace(/(multiple of three\.\n) {4}replicas: 3\n/, '$1').split('\n'))
  },
  mistakes: {
    'staging changed': (work) => withFile(work, PATH, (text) => text.replace('replicas: 3', 'replicas: 6')),
    'a comment was lost': (work) =>
      withFile(work, PATH, (text) => text.replace(/ +# bumped by the release job/, '')),
    'what services share changed': (work) =>
      withFile(work, PATH, (text) => text.replace('LOG_LEVEL: info', 'LOG_LEVEL: warn')),
    'the reference was written out': (work) =>
      withFile(work, PATH, (text) => text.replace(/<<: \*defaults/g, 'image: registry.example/web:1.18')),
  },
}
