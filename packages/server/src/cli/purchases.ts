import { readFileSync } from 'node:fs'
import { Command } from 'commander'
import { parseCents } from '../account/balance/money.ts'
import { COMMAND_LINE } from '../audit/actor.ts'
import { changeSource, hookUrl, mapProduct, unmapProduct } from '../purchases/change-source.ts'
import { showPurchases, showSources } from '../purchases/describe-purchases.ts'
import { assignPurchase, giveHeldOfProduct } from '../purchases/give-held.ts'
import { isSource, type Reward, SOURCES, type Source } from '../purchases/purchase.ts'
import { existingPlayer } from './existing-player.ts'
import { WrongUsage } from './failure.ts'
import { command, print, withApp } from './output.ts'

type Options = {
  json?: boolean
  secretFile?: string
  group?: string
  days?: string
  virtual?: string
  real?: string
  nothing?: boolean
  held?: boolean
  source?: string
}

const SHOWN = 1000
const SHOPS = SOURCES.join(' or ')

export function purchaseCommands(): Command[] {
  return [
    new Command('purchases').description('what players bought in shops of other services'),

    command('purchases enable')
      .description('receive the payments of a shop; prints the URL to enter there')
      .argument('<source>', SHOPS)
      .option('--secret-file <file>', 'a file with the secret of the shop')
      .action(enable),

    command('purchases disable')
      .description('stop to receive payments; the URL, the secret and the products stay')
      .argument('<source>', SHOPS)
      .action((name: string, options: Options) => {
        const source = sourceOf(name)
        return withApp(async (app) => {
          await changeSource(app, COMMAND_LINE, source, { isEnabled: false })
          print({ source, done: 'off' }, options)
        })
      }),

    command('purchases map')
      .description('choose what a product gives')
      .argument('<source>', SHOPS)
      .argument('<product>', 'its id at the shop')
      .option('--group <id>', 'a donor rank, for good')
      .option('--days <n>', 'with --group: for that many days')
      .option('--virtual <amount>', 'an amount of the virtual currency')
      .option('--real <amount>', 'an amount of the real currency')
      .option('--nothing', 'nothing; the payment is only recorded')
      .action(map),

    command('purchases unmap')
      .description('forget what a product gives; its payments are then held')
      .argument('<source>', SHOPS)
      .argument('<product>', 'its id at the shop')
      .action((name: string, product: string, options: Options) => {
        const source = sourceOf(name)
        return withApp(async (app) => {
          await unmapProduct(app, COMMAND_LINE, { source, product })
          print({ source, product, done: 'unmapped' }, options)
        })
      }),

    command('purchases give')
      .description('give what is held of a product to the players who paid for it')
      .argument('<source>', SHOPS)
      .argument('<product>', 'its id at the shop')
      .action((name: string, product: string, options: Options) => {
        const source = sourceOf(name)
        return withApp(async (app) => {
          const done = await giveHeldOfProduct(app, COMMAND_LINE, { source, product })
          print({ source, product, ...done }, options)
        })
      }),

    command('purchases sources')
      .description('show the shops, their URLs and what their products give')
      .action((options: Options) => withApp(async (app) => print(await showSources(app), options))),

    command('purchases list')
      .description(`list the last ${SHOWN} purchases, newest first`)
      .option('--held', 'only those that nobody got yet')
      .action((options: Options) =>
        withApp(async (app) =>
          print(
            await showPurchases(app, { isHeldOnly: options.held ?? false, limit: SHOWN }),
            options,
          ),
        ),
      ),

    command('purchases assign')
      .description('give a held payment to a player')
      .argument('<payment>', 'its id at the shop')
      .argument('<player>', 'name or e-mail')
      .option('--source <source>', `${SHOPS}, if both sent a payment with this id`)
      .action(assign),
  ]
}

async function enable(name: string, { secretFile, ...options }: Options): Promise<void> {
  const source = sourceOf(name)
  const secret = secretFile === undefined ? undefined : readSecret(secretFile)
  await withApp(async (app) => {
    const enabled = await changeSource(app, COMMAND_LINE, source, { isEnabled: true, secret })
    const hasSecret = enabled.secretSealed !== null
    print({ source, url: hookUrl(app, enabled), hasSecret }, options)
  })
}

function readSecret(file: string): string {
  const secret = readFileSync(file, 'utf8').trim()
  if (!/^[!-~]{1,500}$/.test(secret)) throw new WrongUsage('a secret is one line without spaces')
  return secret
}

async function map(name: string, product: string, options: Options): Promise<void> {
  const source = sourceOf(name)
  const reward = rewardOf(options)
  if (!/^[^\p{Cc}]{1,128}$/u.test(product))
    throw new WrongUsage('a product has 1 to 128 characters on one line')
  await withApp(async (app) => {
    await mapProduct(app, COMMAND_LINE, { source, product, reward })
    print({ source, product, done: 'mapped' }, options)
  })
}

async function assign(payment: string, login: string, options: Options): Promise<void> {
  const source = options.source === undefined ? undefined : sourceOf(options.source)
  await withApp(async (app) => {
    const player = await existingPlayer(app, login)
    const items = await assignPurchase(app, COMMAND_LINE, { payment, source }, player)
    const held = items.filter(({ state }) => state === 'held').map(({ product }) => product)
    print({ payment, player: player.username, given: items.length - held.length, held }, options)
  })
}

function sourceOf(name: string): Source {
  if (isSource(name)) return name
  throw new WrongUsage(`a source is ${SHOPS}`)
}

function rewardOf({ group, days, virtual, real, nothing }: Options): Reward {
  const chosen = [group, virtual, real, nothing || undefined].filter((one) => one !== undefined)
  if (chosen.length !== 1)
    throw new WrongUsage('give exactly one of --group, --virtual, --real and --nothing')
  if (days !== undefined && group === undefined) throw new WrongUsage('--days needs --group')
  if (group !== undefined) return { kind: 'group', group, days: daysOf(days) }
  if (nothing) return { kind: 'nothing' }
  const cents = parseCents(virtual ?? real ?? '')
  if (cents === undefined || cents <= 0)
    throw new WrongUsage('an amount is above zero and has at most two decimals')
  return { kind: virtual === undefined ? 'real' : 'virtual', cents }
}

function daysOf(text: string | undefined): number | null {
  if (text === undefined) return null
  const days = /^[0-9]{1,5}$/.test(text) ? Number(text) : 0
  if (days < 1 || days > 36_500) throw new WrongUsage('--days is a whole number from 1 to 36500')
  return days
}
