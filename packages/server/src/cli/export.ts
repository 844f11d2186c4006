import { createWriteStream, existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { Command } from 'commander'
import { writeExport } from '../account/export/write-export.ts'
import type { App } from '../app.ts'
import { COMMAND_LINE } from '../audit/actor.ts'
import { writeAudit } from '../audit/write-audit.ts'
import type { Player } from '../players/player.ts'
import { existingPlayer } from './existing-player.ts'
import { CommandRefused } from './failure.ts'
import { command, print, withApp } from './output.ts'

export function exportCommands(): Command[] {
  return [
    command('player export')
      .description(
        'write everything the site knows of a player to a zip, as they get it themselves',
      )
      .argument('<username>')
      .argument('[file]', 'where to; by default <username>-<day>.zip in this folder')
      .action((username: string, file: string | undefined, options: { json?: boolean }) =>
        withApp(async (app) => {
          const player = await existingPlayer(app, username)
          print({ username: player.username, file: await writeFile(app, player, file) }, options)
        }),
      ),
  ]
}

/**
 * Writes the export to a file that only its owner can read, completely or not at all.
 * @returns the path of the file
 */
async function writeFile(app: App, player: Player, wanted: string | undefined): Promise<string> {
  const { name, zip } = await writeExport(app, player)
  const file = wanted ?? name
  if (existsSync(file)) throw new CommandRefused(`${file} already exists`)
  await writeAudit(app, { action: 'export.written', ...COMMAND_LINE, target: player.id })
  const target = createWriteStream(file, { mode: 0o600, flags: 'wx', flush: true })
  await pipeline(zip, target).catch(async (error) => {
    await rm(file, { force: true })
    throw error
  })
  return file
}
