import type { Command } from 'commander'
import type {
  Delivery,
  WebhookFormat,
  WebhookOptions,
  WebhookView,
  WebhookWithSecret,
} from '../../client/index.ts'
import { CommandError, EXIT, type ExitCode } from '../output/exit-code.ts'
import { json } from '../output/plain-text.ts'
import { deliveryTable, secretLine, webhookTable } from '../output/show-webhook.ts'
import { type Context, connect, type JsonOption } from './context.ts'
import { findProject } from './find-project.ts'
import { addCommandGroup, parseNames, parseNumber } from './parse-options.ts'
import { readSecret } from './read-input.ts'

const WEBHOOK = 'id of the webhook'

/** `prentice webhooks …` */
export function addWebhookCommands(
  program: Command,
  context: Context,
  setExitCode: (code: number) => void,
): void {
  const command = addCommandGroup(
    program,
    'webhooks',
    'webhooks, which send events of jobs to a URL; your API key needs the scope admin',
  )
  const webhookCommand = (
    name: string,
    description: string,
    work: (context: Context, id: string, options: { readonly json?: true }) => Promise<ExitCode>,
  ): Command =>
    command(name, description)
      .argument('<webhook>', WEBHOOK)
      .action(async (id: string, _: object, it: Command) =>
        setExitCode(await work(context, id, it.optsWithGlobals())),
      )

  command('list', 'list webhooks').action(async (_: object, it: Command) =>
    setExitCode(await listWebhooks(context, it.optsWithGlobals())),
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
      setExitCode(await createWebhook(context, url, it.optsWithGlobals())),
    )
  command('edit', 'change a webhook; what you do not name stays')
    .argument('<webhook>', WEBHOOK)
    .option('--url [url]', 'new URL; without one, it is read from standard input')
    .option('--name <name>', 'for people, and for `notify` in the settings of repositories')
    .option('--events <event,...>', 'events to send', parseNames)
    .option('--only-when-named', 'send only what the settings of repositories ask for with `notify`')
    .option('--no-only-when-named', 'send all events')
    .action(async (id: string, _: object, it: Command) =>
      setExitCode(await editWebhook(context, id, it.optsWithGlobals())),
    )
  webhookCommand('test', 'send a test event, whose job does not exist', testWebhook)
  webhookCommand('rotate', 'make a new secret, and print it; for 24 hours, both are used', rotateWebhook)
  webhookCommand('disable', 'stop a webhook until it is enabled', changeWebhook('disable'))
  webhookCommand('enable', 'enable a webhook, and send what is pending', changeWebhook('enable'))
  webhookCommand('delete', 'delete a webhook and its pending deliveries', deleteWebhook)
  command('deliveries', 'list the deliveries of a webhook, newest first')
    .argument('<webhook>', WEBHOOK)
    .option('-L, --limit <number>', 'most deliveries to list', parseNumber, 30)
    .action(async (id: string, _: object, it: Command) =>
      setExitCode(await listDeliveries(context, id, it.optsWithGlobals())),
    )
  command('redeliver', 'send a delivery again')
    .argument('<webhook>', WEBHOOK)
    .argument('<delivery>', 'id of the delivery')
    .action(async (id: string, delivery: string, _: object, it: Command) =>
      setExitCode(await redeliver(context, id, delivery, it.optsWithGlobals())),
    )
}

interface NewWebhookOptions extends JsonOption {
  readonly name?: string
  // The server knows which formats and events there are, and says so.
  readonly format?: WebhookFormat
  readonly events?: WebhookOptions['events']
  readonly repos?: readonly string[]
  readonly onlyWhenNamed?: true
}

async function createWebhook(
  context: Context,
  address: string | undefined,
  options: NewWebhookOptions,
): Promise<ExitCode> {
  const { terminal, signal, folder } = context
  const client = await connect(context, options)
  const url = address ?? (await readSecret(terminal, 'URL of the receiver', signal))
  if (url === '') throw new CommandError('the URL is empty: pipe it in, or name it as an argument')
  const { name, format, events, repos, onlyWhenNamed } = options
  if (repos?.length === 0) throw new CommandError('--repos names no repository')
  const projectIds =
    repos && (await Promise.all(repos.map((repo) => findProject({ client, signal, repo, folder }))))
  const created = await client.webhooks.create(
    { url, name, format, events, onlyWhenNamed, projectIds: projectIds?.map(({ id }) => id) },
    { signal },
  )
  return showSecret(context, created, options)
}

interface EditOptions extends JsonOption {
  /** True: read it from standard input. */
  readonly url?: string | true
  readonly name?: string
  readonly events?: WebhookOptions['events']
  readonly onlyWhenNamed?: boolean
}

async function editWebhook(context: Context, id: string, options: EditOptions): Promise<ExitCode> {
  const { terminal, signal } = context
  const { name, events, onlyWhenNamed } = options
  if ([options.url, name, events, onlyWhenNamed].every((option) => option === undefined))
    throw new CommandError('nothing to change: name --url, --name, --events or --only-when-named')
  const client = await connect(context, options)
  const url = options.url === true ? await readSecret(terminal, 'URL of the receiver', signal) : options.url
  if (url === '') throw new CommandError('the URL is empty: pipe it in, or name it after --url')
  const edited = await client.webhooks.edit(id, { url, name, events, onlyWhenNamed }, { signal })
  return showWebhook(context, edited, options)
}

async function testWebhook(context: Context, id: string, options: JsonOption): Promise<ExitCode> {
  const client = await connect(context, options)
  const sent = await client.webhooks.test(id, { signal: context.signal })
  if (!options.json) return showDeliveries(context, [sent], options)
  await context.terminal.out.write(`${json(sent)}\n`)
  return EXIT.done
}

async function rotateWebhook(context: Context, id: string, options: JsonOption): Promise<ExitCode> {
  const client = await connect(context, options)
  return showSecret(context, await client.webhooks.rotate(id, { signal: context.signal }), options)
}

async function showSecret(
  { terminal }: Context,
  created: WebhookWithSecret,
  { json: asJson }: JsonOption,
): Promise<ExitCode> {
  await terminal.out.write(asJson ? `${json(created)}\n` : secretLine(terminal.out, created))
  return EXIT.done
}

async function listWebhooks(context: Context, options: JsonOption): Promise<ExitCode> {
  const { terminal, signal } = context
  const client = await connect(context, options)
  const found = await client.webhooks.list({ signal })
  if (options.json) await terminal.out.write(`${json(found)}\n`)
  else if (found.length > 0) await terminal.out.write(webhookTable(terminal.out, found))
  else await terminal.notes.write('there are no webhooks\n')
  return EXIT.done
}

const changeWebhook =
  (verb: 'disable' | 'enable') =>
  async (context: Context, id: string, options: JsonOption): Promise<ExitCode> => {
    const client = await connect(context, options)
    return showWebhook(context, await client.webhooks[verb](id, { signal: context.signal }), options)
  }

async function showWebhook(
  { terminal }: Context,
  webhook: WebhookView,
  { json: asJson }: JsonOption,
): Promise<ExitCode> {
  await terminal.out.write(asJson ? `${json(webhook)}\n` : webhookTable(terminal.out, [webhook]))
  return EXIT.done
}

async function deleteWebhook(context: Context, id: string, options: JsonOption): Promise<ExitCode> {
  const client = await connect(context, options)
  await client.webhooks.delete(id, { signal: context.signal })
  await context.terminal.notes.write(`${id} is deleted\n`)
  return EXIT.done
}

async function listDeliveries(
  context: Context,
  id: string,
  options: JsonOption & { readonly limit: number },
): Promise<ExitCode> {
  const client = await connect(context, options)
  const found: Delivery[] = []
  const limit = Math.min(options.limit, 100)
  for await (const delivery of client.webhooks.deliveries(id, { limit, signal: context.signal })) {
    found.push(delivery)
    if (found.length === options.limit) break
  }
  return showDeliveries(context, found, options)
}

async function redeliver(
  context: Context,
  id: string,
  delivery: string,
  options: JsonOption,
): Promise<ExitCode> {
  const client = await connect(context, options)
  const again = await client.webhooks.redeliver(id, delivery, { signal: context.signal })
  if (!options.json) return showDeliveries(context, [again], options)
  await context.terminal.out.write(`${json(again)}\n`)
  return EXIT.done
}

async function showDeliveries(
  { terminal, now }: Context,
  deliveries: readonly Delivery[],
  { json: asJson }: JsonOption,
): Promise<ExitCode> {
  if (asJson) await terminal.out.write(`${json(deliveries)}\n`)
  else if (deliveries.length > 0) await terminal.out.write(deliveryTable(terminal.out, deliveries, now()))
  else await terminal.notes.write('there are no deliveries of the last seven days\n')
  return EXIT.done
}
