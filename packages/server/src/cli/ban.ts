import type { Command } from 'commander'
import { banPlayer, unbanPlayer } from '../admin/bans/ban-player.ts'
import type { App } from '../app.ts'
import { COMMAND_LINE } from '../audit/actor.ts'
import { addPeriod } from '../permissions/grants/grant.ts'
import { isoOrNull } from '../platform/clock.ts'
import { existingPlayer, playerAction } from './existing-player.ts'
import { CommandRefused, WrongUsage } from './failure.ts'
import { command, print, withApp } from './output.ts'
import { type PeriodOptions, periodOf, periodOptions } from './period-options.ts'

type BanOptions = PeriodOptions & { reason: string }

const MAX_REASON_LENGTH = 500

export function banCommands(): Command[] {
  return [
    periodOptions(command('player ban'))
      .description('ban a player and close their sessions; without an end the ban is permanent')
      .argument('<username>')
      .requiredOption('--reason <text>', 'the reason, which the player and others can read')
      .action((username: string, options: BanOptions) => ban(username, options)),

    playerAction('unban', "lift a player's ban", (app, { id }) =>
      unbanPlayer(app, COMMAND_LINE, id),
    ),
  ]
}

async function ban(login: string, options: BanOptions): Promise<void> {
  const reason = reasonOf(options.reason)
  const { days, until } = options
  const period = (days ?? until) ? periodOf(options) : { forever: true as const }
  await withApp(async (app: App) => {
    const { id, username } = await existingPlayer(app, login)
    const now = app.clock.now()
    if ('until' in period && period.until <= now)
      throw new CommandRefused('--until must be in the future')
    const expiresAt = addPeriod(now, period)
    await banPlayer(app, COMMAND_LINE, id, { reason, expiresAt })
    print({ username, reason, expiresAt: isoOrNull(expiresAt) }, options)
  })
}

/**
 * Checks the reason of a ban.
 * @throws WrongUsage if it is empty or too long
 */
export function reasonOf(text: string): string {
  const reason = text.trim()
  if (reason.length >= 1 && reason.length <= MAX_REASON_LENGTH) return reason
  throw new WrongUsage(`--reason must have 1 to ${MAX_REASON_LENGTH} characters`)
}
