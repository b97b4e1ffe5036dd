import type { Delivery, WebhookFormat, WebhookOptions, WebhookWithSecret } from '../../client/index.ts'
import { readSecret } from '../login/read-secret.ts'
import { CommandError, EXIT, type ExitCode } from '../output/exit-code.ts'
import { json } from '../output/plain-text.ts'
import { deliveryTable, secretLine, webhookTable } from '../output/show-webhook.ts'
import { findProject } from '../project/find-project.ts'
import { type Context, connect, type ServerOption } from './context.ts'

interface JsonOption extends ServerOption {
  readonly json?: true
}

export interface NewWebhookOptions extends JsonOption {
  readonly name?: string
  // The server knows which formats and events there are, and says so.
  readonly format?: WebhookFormat
  readonly events?: WebhookOptions['events']
  readonly repos?: readonly string[]
  readonly onlyWhenNamed?: true
}

export async function createWebhook(
  context: Context,
  address: string | undefined,
  options: NewWebhookOptions,
): Promise<ExitCode> {
  const { terminal, signal, folder } = context
  const { client } = await connect(context, options)
  const url = address ?? (await readSecret(terminal, 'URL of the receiver', signal))
  if (url === '') throw new CommandError('the URL is empty: pipe it in, or name it as an argument')
  const { name, format, events, repos, onlyWhenNamed } = options
  if (repos?.length === 0) throw new CommandError('--repos names no repository')
  const projectIds =
    repos && (await Promise.all(repos.map((repo) => findProject({ client, signal, repo, folder }))))
  const made = await client.webhooks.create(
    { url, name, format, events, onlyWhenNamed, projectIds: projectIds?.map(({ id }) => id) },
    { signal },
  )
  return showSecret(context, made, options)
}

export async function rotateWebhook(context: Context, id: string, options: JsonOption): Promise<ExitCode> {
  const { client } = await connect(context, options)
  return showSecret(context, await client.webhooks.rotate(id, { signal: context.signal }), options)
}

async function showSecret(
  { terminal }: Context,
  made: WebhookWithSecret,
  { json: asJson }: JsonOption,
): Promise<ExitCode> {
  await terminal.out.write(asJson ? `${json(made)}\n` : secretLine(terminal.out, made))
  return EXIT.done
}

export async function listWebhooks(context: Context, options: JsonOption): Promise<ExitCode> {
  const { terminal, signal } = context
  const { client } = await connect(context, options)
  const found = await client.webhooks.list({ signal })
  if (options.json) await terminal.out.write(`${json(found)}\n`)
  else if (found.length > 0) await terminal.out.write(webhookTable(terminal.out, found))
  else await terminal.notes.write('there are no webhooks\n')
  return EXIT.done
}

export const changeWebhook =
  (verb: 'disable' | 'enable') =>
  async (context: Context, id: string, options: JsonOption): Promise<ExitCode> => {
    const { terminal, signal } = context
    const { client } = await connect(context, options)
    const webhook = await client.webhooks[verb](id, { signal })
    await terminal.out.write(options.json ? `${json(webhook)}\n` : webhookTable(terminal.out, [webhook]))
    return EXIT.done
  }

export async function deleteWebhook(context: Context, id: string, options: JsonOption): Promise<ExitCode> {
  const { client } = await connect(context, options)
  await client.webhooks.delete(id, { signal: context.signal })
  await context.terminal.notes.write(`${id} is deleted\n`)
  return EXIT.done
}

export async function listDeliveries(
  context: Context,
  id: string,
  options: JsonOption & { readonly limit: number },
): Promise<ExitCode> {
  const { client } = await connect(context, options)
  const found: Delivery[] = []
  const limit = Math.min(options.limit, 100)
  for await (const delivery of client.webhooks.deliveries(id, { limit, signal: context.signal })) {
    found.push(delivery)
    if (found.length === options.limit) break
  }
  return showDeliveries(context, found, options)
}

export async function redeliver(
  context: Context,
  id: string,
  delivery: string,
  options: JsonOption,
): Promise<ExitCode> {
  const { client } = await connect(context, options)
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
