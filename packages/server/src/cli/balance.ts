import type { Command } from 'commander'
import { COMMAND } from '../audit/actor.ts'
import { changeBalance } from '../player/balance/change-balance.ts'
import { amountOf, parseCents } from '../player/balance/money.ts'
import { reasonOf } from './ban.ts'
import { existingPlayer } from './existing-player.ts'
import { command, print, WrongUsage, withApp } from './output.ts'

type BalanceOptions = { real?: string; virtual?: string; reason?: string; json?: boolean }

export function balanceCommands(): Command[] {
  return [
    command('player balance')
      .description('show the balances of a player, or add to them')
      .argument('<username>')
      .option('--real <amount>', 'added, or taken where negative, as -12.34')
      .option('--virtual <amount>', 'added, or taken where negative')
      .option('--reason <text>', 'what for; needed for a change')
      .action((username: string, options: BalanceOptions) => balance(username, options)),
  ]
}

async function balance(login: string, options: BalanceOptions): Promise<void> {
  const { real, virtual, reason } = options
  const change = {
    realCents: centsOf('--real', real),
    virtualCents: centsOf('--virtual', virtual),
  }
  const moves = change.realCents !== 0 || change.virtualCents !== 0
  if (moves && reason === undefined) throw new WrongUsage('a change needs --reason')
  const why = reason === undefined ? '' : reasonOf(reason)
  await withApp(async (app) => {
    const player = await existingPlayer(app, login)
    const held = moves
      ? await changeBalance(app, COMMAND, player.id, { ...change, reason: why })
      : player
    const { realCents, virtualCents } = held
    const { username } = player
    print({ username, real: amountOf(realCents), virtual: amountOf(virtualCents) }, options)
  })
}

/** @throws WrongUsage for what is no amount */
function centsOf(option: string, text = '0'): number {
  const cents = parseCents(text)
  if (cents !== undefined) return cents
  throw new WrongUsage(`${option} is an amount with two decimals at most, as -12.34`)
}
