import type { Command } from 'commander'
import { freeName } from '../account/names/release-name.ts'
import { COMMAND } from '../audit/actor.ts'
import { isoInstant } from '../platform/clock.ts'
import { listFormerNames } from '../players/former-name-store.ts'
import { listOwnKeptNames } from '../players/name-store.ts'
import { listUsernames } from '../players/player-store.ts'
import { existingPlayer } from './existing-player.ts'
import { CommandRefused } from './failure.ts'
import { command, print, withApp } from './output.ts'

export function playerNameCommands(): Command[] {
  return [
    command('player names')
      .description('list what a player was called, and which names are kept for them')
      .argument('<username>')
      .action((username: string, options: { json?: boolean }) =>
        withApp(async (app) => {
          const { id } = await existingPlayer(app, username)
          const kept = await listOwnKeptNames(app.db, id, app.clock.now())
          const names = (await listFormerNames(app.db, id)).map(({ name, until }) => ({
            name,
            until: isoInstant(until),
            keptUntil: keptUntil(kept, name),
          }))
          print(names, options)
        }),
      ),

    command('player free-name')
      .description('let anybody take a name that is kept for who had it')
      .argument('<name>')
      .action((name: string, options: { json?: boolean }) =>
        withApp(async (app) => {
          const freed = await freeName(app, COMMAND, name)
          if (!freed) throw new CommandRefused(`the name ${name} is not kept for anybody`)
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
