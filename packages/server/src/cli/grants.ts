import { Command } from 'commander'
import type { App } from '../app.ts'
import { COMMAND_LINE } from '../audit/actor.ts'
import { listPersonalNodes, listRoleIds } from '../permissions/assignment-store.ts'
import { createGrant } from '../permissions/grants/create-grant.ts'
import { addPeriod } from '../permissions/grants/grant.ts'
import { listGrants } from '../permissions/grants/grant-store.ts'
import { revokeGrants } from '../permissions/grants/revoke-grants.ts'
import { addNode, removeNode } from '../permissions/replace-nodes.ts'
import { addRole, removeRole } from '../permissions/replace-roles.ts'
import { isoOrNull } from '../platform/clock.ts'
import type { Player } from '../players/player.ts'
import { existingPlayer } from './existing-player.ts'
import { WrongUsage } from './failure.ts'
import { command, print, withApp } from './output.ts'
import { type PeriodOptions, periodOf, periodOptions, toLine } from './period-options.ts'
import { wellFormed } from './permission-sets.ts'

type JsonOption = { json?: boolean }
type GrantOptions = PeriodOptions & { donate?: boolean }

const MAX_LISTED = 100

export function grantsCommands(): Command[] {
  return [
    new Command('player role').description("a player's roles"),
    roleCommand('player role add', 'add a role to a player', addRole),
    roleCommand('player role remove', 'remove a role from a player', removeRole),

    nodeCommand(periodOptions(command('player grant')))
      .description('give a player a personal permission; - or ! in front makes it a denial')
      .option('--donate', 'like a donor rank: giving it again extends it')
      .action(grant),

    nodeCommand(command('player revoke'))
      .description('take a personal permission from a player, in the form in which it was given')
      .option('--donate', 'a permission that was given with --donate')
      .action(revoke),

    command('player grants')
      .description(`list the last ${MAX_LISTED} donor ranks and permissions a player was given`)
      .argument('<username>')
      .action((username: string, options: JsonOption) =>
        withApp(async (app) => {
          const { id } = await existingPlayer(app, username)
          print((await listGrants(app.db, id, { limit: MAX_LISTED })).map(toLine), options)
        }),
      ),
  ]
}

function roleCommand(name: string, description: string, change: typeof addRole): Command {
  return command(name)
    .description(description)
    .argument('<username>')
    .argument('<role>')
    .action((username: string, roleId: string, options: JsonOption) =>
      withApp(async (app) => {
        const player = await existingPlayer(app, username)
        await change(app, COMMAND_LINE, player, roleId)
        const roles = await listRoleIds(app.db, player.id)
        print({ username: player.username, roles }, options)
      }),
    )
}

/** Makes a command with a node as argument. A denial begins with `-`, which must not be parsed as an option. */
function nodeCommand(command: Command): Command {
  return command.argument('<username>').argument('<node>').allowUnknownOption()
}

async function grant(username: string, text: string, options: GrantOptions): Promise<void> {
  const node = readNode(text)
  const { days, until, forever } = options
  const lasts = days !== undefined || until !== undefined || forever
  const period = lasts || options.donate ? periodOf(options) : { forever: true as const }
  await withApp(async (app) => {
    const player = await existingPlayer(app, username)
    if (options.donate) {
      const given = await createGrant(app, COMMAND_LINE, player, { grantable: { node }, period })
      return print({ username: player.username, ...toLine(given) }, options)
    }
    const now = app.clock.now()
    await addNode(app, COMMAND_LINE, player, { node, expiresAt: addPeriod(now, period) })
    await printNodes(app, player, options)
  })
}

async function revoke(username: string, text: string, options: GrantOptions): Promise<void> {
  const node = readNode(text)
  await withApp(async (app) => {
    const player = await existingPlayer(app, username)
    if (options.donate) {
      await revokeGrants(app, COMMAND_LINE, player, { node })
      return print({ username: player.username, node, done: 'taken' }, options)
    }
    await removeNode(app, COMMAND_LINE, player, node)
    await printNodes(app, player, options)
  })
}

/**
 * Checks a permission node.
 * @throws WrongUsage if the text is not a node
 */
function readNode(text: string): string {
  if (text.startsWith('--')) throw new WrongUsage(`unknown option '${text}'`)
  return wellFormed(text)
}

async function printNodes(app: App, player: Player, options: JsonOption): Promise<void> {
  const nodes = await listPersonalNodes(app.db, player.id, app.clock.now())
  const permissions = nodes.map(({ node, expiresAt }) => ({
    node,
    expiresAt: isoOrNull(expiresAt),
  }))
  print({ username: player.username, permissions }, options)
}
