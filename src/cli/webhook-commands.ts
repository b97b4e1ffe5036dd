import type { Command } from 'commander'
import { addCommandGroup } from './add-command-group.ts'
import type { Context } from './commands/context.ts'
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  redeliver,
  rotateWebhook,
} from './commands/webhooks.ts'
import type { ExitCode } from './output/exit-code.ts'
import { parseNames, parseNumber } from './parse-options.ts'

const WEBHOOK = 'id of the webhook'

/** `prentice webhooks …` */
export function addWebhookCommands(program: Command, context: Context, end: (code: number) => void): void {
  const command = addCommandGroup(
    program,
    'webhooks',
    'webhooks, which send events of jobs to a URL; your API key needs the scope admin',
  )
  const ofWebhook = (
    name: string,
    description: string,
    work: (context: Context, id: string, options: { readonly json?: true }) => Promise<ExitCode>,
  ): Command =>
    command(name, description)
      .argument('<webhook>', WEBHOOK)
      .action(async (id: string, _: object, it: Command) =>
        end(await work(context, id, it.optsWithGlobals())),
      )

  command('list', 'list webhooks').action(async (_: object, it: Command) =>
    end(await listWebhooks(context, it.optsWithGlobals())),
  )
  command('create [url]', 'create a webhook, and print its secret')
    .addHelpText('after', '\nWithout a URL, it is read from standard input: that of a chat is a secret.')
    .option('--name <name>', 'for people, and for `notify` in the settings of repositories')
    .option('--format <format>', 'standard, slack or teams')
    .option('--events <event,...>', 'events to send; by default all', parseNames)
    .option(
      '--repos <owner/name,...>',
      'only these repositories; by default all that your key covers',
      parseNames,
    )
    .option('--only-when-named', 'send only what the settings of repositories ask for with `notify`')
    .action(async (url: string | undefined, _: object, it: Command) =>
      end(await createWebhook(context, url, it.optsWithGlobals())),
    )
  ofWebhook('rotate', 'make a new secret, and print it; for 24 hours, both are used', rotateWebhook)
  ofWebhook('disable', 'stop a webhook until it is enabled', changeWebhook('disable'))
  ofWebhook('enable', 'enable a webhook, and send what is pending', changeWebhook('enable'))
  ofWebhook('delete', 'delete a webhook and its pending deliveries', deleteWebhook)
  command('deliveries', 'list the deliveries of a webhook, newest first')
    .argument('<webhook>', WEBHOOK)
    .option('-L, --limit <number>', 'most deliveries to list', parseNumber, 30)
    .action(async (id: string, _: object, it: Command) =>
      end(await listDeliveries(context, id, it.optsWithGlobals())),
    )
  command('redeliver', 'send a delivery again')
    .argument('<webhook>', WEBHOOK)
    .argument('<delivery>', 'id of the delivery')
    .action(async (id: string, delivery: string, _: object, it: Command) =>
      end(await redeliver(context, id, delivery, it.optsWithGlobals())),
    )
}
