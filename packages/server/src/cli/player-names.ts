import type { Command } from 'commander'
import { releaseKeptName } from '../account/names/release-name.ts'
import { COMMAND_LINE } from '../audit/actor.ts'
import { isoInstant } from '../platform/clock.ts'
import { listFormerNames } from '../players/former-name-store.ts'
import { listOwnReservedNames } from '../players/name-store.ts'
import { listUsernames } from '../players/player-store.ts'
import { existingPlayer } from './existing-player.ts'
import { CommandRefused } from './failure.ts'
import { command, print, withApp } from './output.ts'

export function playerNameCommands(): Command[] {
  return [
    command('player names')
      .description('list the past names of a player, and the names reserved for them')
      .argument('<username>')
      .action((username: string, options: { json?: boolean }) =>
        withApp(async (app) => {
          const { id } = await existingPlayer(app, username)
          const kept = await listOwnReservedNames(app.db, id, app.clock.now())
          const names = (await listFormerNames(app.db, id)).map(({ name, until }) => ({
            name,
            until: isoInstant(until),
            keptUntil: keptUntil(kept, name),
          }))
          print(names, options)
        }),
      ),

    command('player free-name')
      .description('release a name that is reserved for its last player')
      .argument('<name>')
      .action((name: string, options: { json?: boolean }) =>
        withApp(async (app) => {
          const freed = await releaseKeptName(app, COMMAND_LINE, name)
          if (!freed) throw new CommandRefused(`the name ${name} is not reserved`)
          const names = await listUsernames(app.db, [freed.playerId])
          print({ name: freed.name, wasKeptFor: names.get(freed.playerId) ?? null }, options)
        }),
      ),
  ]
}

function keptUntil(kept: readonly { name: string; until: number }[], name: string): string | null {
  const one = kept.find((each) => each.name === name)
  return one ? isoInstant(one.until) : null
}
