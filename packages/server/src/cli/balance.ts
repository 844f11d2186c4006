import type { Command } from 'commander'
import { changeBalance } from '../account/balance/change-balance.ts'
import { amountOf, parseCents } from '../account/balance/money.ts'
import { COMMAND_LINE } from '../audit/actor.ts'
import { reasonOf } from './ban.ts'
import { existingPlayer } from './existing-player.ts'
import { WrongUsage } from './failure.ts'
import { command, print, withApp } from './output.ts'

type BalanceOptions = { real?: string; virtual?: string; reason?: string; json?: boolean }

export function balanceCommands(): Command[] {
  return [
    command('player balance')
      .description("show a player's balances, or change them")
      .argument('<username>')
      .option('--real <amount>', 'amount to add, or to take if negative, e.g. -12.34')
      .option('--virtual <amount>', 'amount to add, or to take if negative')
      .option('--reason <text>', 'why; required for a change')
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
      ? await changeBalance(app, COMMAND_LINE, player.id, { ...change, reason: why })
      : player
    const { realCents, virtualCents } = held
    const { username } = player
    print({ username, real: amountOf(realCents), virtual: amountOf(virtualCents) }, options)
  })
}

function centsOf(option: string, text = '0'): number {
  const cents = parseCents(text)
  if (cents !== undefined) return cents
  throw new WrongUsage(`${option} must be an amount with at most two decimals, e.g. -12.34`)
}
