import { NewWebhook, WebhookChanges } from '@portal/contract'
import {
  findUnknownPlaceholder,
  MAX_MESSAGE_TEXT,
  messageTextOf,
  messageTexts,
} from '@portal/contract/event-messages'
import { isEventType } from '@portal/contract/event-types'
import { Command } from 'commander'
import { Check } from 'typebox/value'
import { COMMAND_LINE } from '../audit/actor.ts'
import { changeWebhook, createWebhook, removeWebhook } from '../webhooks/change-webhook.ts'
import { listDeliveries } from '../webhooks/delivery-store.ts'
import { describeDelivery, showWebhooks } from '../webhooks/describe-webhook.ts'
import { requireWebhook, resendDelivery, testWebhook } from '../webhooks/send-again.ts'
import type { Webhook } from '../webhooks/webhook.ts'
import { CommandRefused, WrongUsage } from './failure.ts'
import { command, print, withApp } from './output.ts'

type Options = {
  json?: boolean
  events?: string
  format?: string
  name?: string
  url?: string
  newSecret?: boolean
  enable?: boolean
  disable?: boolean
}

const SHOWN_DELIVERIES = 100
const RULES =
  'a name is 1 to 64 characters on one line; an address has at most 2048; --format is standard or discord'

export function webhookCommands(): Command[] {
  return [
    new Command('webhook').description('programs that receive events of the site'),

    command('webhook create')
      .description('send events to an address; the secret is shown only here')
      .argument('<name>')
      .argument('<url>', 'https, of a public address')
      .option('--events <types>', 'separated by commas (default all)')
      .option('--format <format>', 'standard or discord (default standard)')
      .action(create),

    command('webhook list')
      .description('list all webhooks')
      .action((options: Options) =>
        withApp(async (app) => print(await showWebhooks(app), options)),
      ),

    command('webhook change')
      .description('change a webhook; a new secret is shown only here, and both sign for 24 hours')
      .argument('<id>')
      .option('--name <name>')
      .option('--url <url>')
      .option('--events <types>', 'separated by commas; "all" for all')
      .option('--format <format>', 'standard or discord')
      .option('--new-secret', 'make a new secret')
      .option('--enable', 'turn it on')
      .option('--disable', 'turn it off')
      .action(change),

    command('webhook text')
      .description('show or change the text of messages in Discord about an event type')
      .argument('<id>')
      .argument('<type>', 'an event type, such as player.banned')
      .argument('[text]', 'with placeholders such as {player}; "" restores the text of the site')
      .action(editText),

    command('webhook delete')
      .description('delete a webhook and its deliveries')
      .argument('<id>')
      .action((id: string, options: Options) =>
        withApp(async (app) => {
          await removeWebhook(app, COMMAND_LINE, id)
          print({ id, done: 'deleted' }, options)
        }),
      ),

    command('webhook test')
      .description('send a test event now, once, and show the answer')
      .argument('<id>')
      .action((id: string, options: Options) =>
        withApp(async (app) => {
          const delivery = describeDelivery(await testWebhook(app, COMMAND_LINE, id))
          print(delivery, options)
          if (delivery.state !== 'delivered') throw new CommandRefused('the test was not delivered')
        }),
      ),

    command('webhook deliveries')
      .description(`list the last ${SHOWN_DELIVERIES} deliveries of a webhook, newest first`)
      .argument('<id>')
      .action((id: string, options: Options) =>
        withApp(async (app) => {
          await requireWebhook(app, id)
          const page = { before: undefined, limit: SHOWN_DELIVERIES }
          print((await listDeliveries(app.db, id, page)).map(describeDelivery), options)
        }),
      ),

    command('webhook resend')
      .description('send a delivery again')
      .argument('<delivery>')
      .action((delivery: string, options: Options) =>
        withApp(async (app) => {
          await resendDelivery(app, COMMAND_LINE, delivery)
          print({ delivery, done: 'waiting' }, options)
        }),
      ),
  ]
}

async function create(name: string, url: string, options: Options): Promise<void> {
  const wanted = { name, url, ...chosen(options) }
  if (!Check(NewWebhook, wanted)) throw new WrongUsage(RULES)
  await withApp(async (app) => {
    const { webhook, secret } = await createWebhook(app, COMMAND_LINE, wanted)
    warnOfAllEvents(webhook)
    print({ id: webhook.id, secret }, options)
  })
}

async function change(id: string, options: Options): Promise<void> {
  const { name, url, newSecret, enable, disable } = options
  if (enable && disable) throw new WrongUsage('--enable and --disable exclude each other')
  const wanted = {
    ...(name !== undefined && { name }),
    ...(url !== undefined && { url }),
    ...(newSecret && { newSecret }),
    ...(enable && { enabled: true }),
    ...(disable && { enabled: false }),
    ...chosen(options),
  }
  if (Object.keys(wanted).length === 0) {
    throw new WrongUsage(
      'say what to change: --name, --url, --events, --format, --new-secret, --enable or --disable',
    )
  }
  if (!Check(WebhookChanges, wanted)) throw new WrongUsage(RULES)
  await withApp(async (app) => {
    const { webhook, secret } = await changeWebhook(app, COMMAND_LINE, id, wanted)
    const enabled = webhook.disabledAt === null
    if (wanted.events || wanted.format) warnOfAllEvents(webhook)
    print({ id: webhook.id, enabled, ...(secret !== null && { secret }) }, options)
  })
}

/**
 * Prints a warning about a Discord webhook that receives events of all types. Uses stderr, because scripts read stdout.
 */
function warnOfAllEvents({ format, events }: Pick<Webhook, 'format' | 'events'>): void {
  if (format !== 'discord' || events.length > 0) return
  console.error(
    'warning: the channel receives all events, also sign-ins, changed settings and changed balances; for a channel that players read, choose the events with --events',
  )
}

async function editText(
  id: string,
  type: string,
  text: string | undefined,
  options: Options,
): Promise<void> {
  if (!isEventType(type)) throw new WrongUsage(`there is no event type ${type}`)
  const { placeholders } = messageTexts[type]
  const wanted = { texts: { [type]: text ?? '' } }
  if (!Check(WebhookChanges, wanted))
    throw new WrongUsage(`a text has at most ${MAX_MESSAGE_TEXT} characters`)
  const unknown = findUnknownPlaceholder(type, text ?? '')
  if (unknown !== undefined)
    throw new WrongUsage(`there is no {${unknown}} in ${type}; use ${placeholders.join(', ')}`)
  await withApp(async (app) => {
    const { texts } =
      text === undefined
        ? await requireWebhook(app, id)
        : (await changeWebhook(app, COMMAND_LINE, id, wanted)).webhook
    const { defaultLanguage } = await app.settings.read()
    const current = messageTextOf(type, defaultLanguage, texts)
    print({ id, type, text: current, placeholders: placeholders.join(', ') }, options)
  })
}

function chosen({ events, format }: Options) {
  return {
    ...(events !== undefined && { events: eventTypesOf(events) }),
    ...(format !== undefined && { format }),
  }
}

/**
 * Parses the types of events.
 * @throws WrongUsage for an unknown type, because no event of it would ever be sent
 */
function eventTypesOf(text: string): string[] {
  if (text.trim() === 'all') return []
  const names = text.split(',').map((name) => name.trim())
  const unknown = names.find((name) => !isEventType(name))
  if (unknown !== undefined) throw new WrongUsage(`there is no event type ${unknown}`)
  return [...new Set(names)]
}
