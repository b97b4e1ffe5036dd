import assert from 'node:assert/strict'
import { block } from './support/block.ts'
import { finishUnchanged, list, read, search } from './support/calls.ts'
import { changesJust } from './support/judge.ts'
import { withFile } from './support/mutate-result.ts'
import type { Task, Work } from './support/task.ts'

const PAGE = 'docs/configuration.md'

const proposed = (work: Work): Work => ({
  ...work,
  pulls: [
    { title: 'Complete the configuration', body: 'Something was missing.', state: 'open', draft: false },
  ],
})

export const changeNothingThatIsRight: Task = {
  name: 'change-nothing-that-is-right',
  category: 'judgement',
  prompts: [
    'Does docs/configuration.md have every environment variable the server reads? If one is missing, add it with its default. If not, leave everything as it is and tell me so.',
  ],
  files: {
    'README.md': '# Postbox\n\nA small mail catcher. See [configuration](docs/configuration.md).\n',
    [PAGE]: block`
      # Configuration

      | Variable | What it is | Default |
      |---|---|---|
      | \`PORT\` | Where the web page is | \`8080\` |
      | \`SMTP_PORT\` | Where mail comes in | \`2525\` |
      | \`KEEP_HOURS\` | How long mail is kept | \`48\` |

      \`LOG_FORMAT\` is \`text\` (default) or \`json\`.
      `,
    'src/server.mjs': block`
      import { createServer } from 'node:http'
      import { log } from './log.mjs'
      import { removeOlderThan } from './mails.mjs'

      const port = Number(process.env.PORT ?? 8080)
      const { KEEP_HOURS = '48' } = process.env

      createServer((request, response) => response.end('[]')).listen(port, () => log(\`listening on \${port}\`))
      setInterval(() => removeOlderThan(Number(KEEP_HOURS)), 60_000)
      `,
    'src/smtp.mjs': block`
      import { createServer } from 'node:net'

      createServer((socket) => socket.end('220 postbox\\r\\n')).listen(Number(process.env.SMTP_PORT ?? 2525))
      `,
    'src/log.mjs': block`
      const asJson = process.env['LOG_FORMAT'] === 'json'

      export const log = (text) => console.log(asJson ? JSON.stringify({ text }) : text)
      `,
    'src/mails.mjs': block`
      export const mails = []

      export function removeOlderThan(hours) {
        const limit = Date.now() - hours * 3_600_000
        while (mails[0]?.at < limit) mails.shift()
      }
      `,
  },
  script: [
    [list(), read(PAGE)],
    [search('process.env'), search('env', { path: 'src' })],
    [read('src/server.mjs')],
    [
      finishUnchanged(
        'Nothing is missing: the server reads PORT, SMTP_PORT, KEEP_HOURS and LOG_FORMAT, and the page has all four with their defaults.',
      ),
    ],
  ],
  check(work) {
    changesJust(work)
    assert.match(work.summary, /\w+ \w+/, 'the person who asked got no answer')
  },
  mistakes: {
    'it wrote what was there already': (work) =>
      withFile(proposed(work), PAGE, (text) =>
        text.replace('| `48` |\n', '| `48` |\n| `LOG_FORMAT` | `text` or `json` | `text` |\n'),
      ),
    'it tidied up': (work) =>
      withFile(proposed(work), 'src/log.mjs', (text) => text.replace("['LOG_FORMAT']", '.LOG_FORMAT')),
    'a pull request changes nothing': proposed,
    'it said nothing': (work) => ({ ...work, summary: '' }),
  },
}
