import { parsePermission } from '@portal/contract/node'
import { Command } from 'commander'
import { explainPermission } from '../permissions/effective/explain-permission.ts'
import { listPermissions } from '../permissions/list-permissions.ts'
import { existingPlayer } from './existing-player.ts'
import { WrongUsage } from './failure.ts'
import { command, print, withApp } from './output.ts'

export function permissionCommands(): Command[] {
  return [
    new Command('permission').description('which permissions exist, and who has them'),

    command('permission list')
      .description('list every permission that can be given, launcher builds included')
      .action((options: { json?: boolean }) =>
        withApp(async (app) => {
          const { permissions } = await listPermissions(app)
          print(
            permissions.map(({ id, title }) => ({ id, title: title.en })),
            options,
          )
        }),
      ),

    command('permission explain')
      .description(
        'show whether a player has a permission, and which node of which source decides it',
      )
      .argument('<username>')
      .argument('<permission>')
      .action((username: string, permission: string, options: { json?: boolean }) =>
        withApp(async (app) => {
          if (!parsePermission(permission)) throw new WrongUsage(`not a permission: ${permission}`)
          const player = await existingPlayer(app, username)
          print(await explainPermission(app, { player: player.id, permission }), options)
        }),
      ),
  ]
}
