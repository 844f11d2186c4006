import { endpoints, isRankIcon, RANK_ICONS, type RankIcon } from '@portal/contract'
import { parseNode } from '@portal/contract/node'
import { Command } from 'commander'
import { Check } from 'typebox/value'
import { COMMAND_LINE } from '../audit/actor.ts'
import { createGrant } from '../permissions/grants/create-grant.ts'
import { revokeGrants } from '../permissions/grants/revoke-grants.ts'
import {
  changePermissionSet,
  createPermissionSet,
  deletePermissionSet,
} from '../permissions/permission-sets/edit-permission-set.ts'
import { orderRanks } from '../permissions/permission-sets/order-ranks.ts'
import {
  NO_LOOK,
  type PermissionSet,
  type PermissionSetKind,
} from '../permissions/permission-sets/permission-set.ts'
import { listPermissionSets } from '../permissions/permission-sets/permission-set-store.ts'
import { existingPlayer } from './existing-player.ts'
import { WrongUsage } from './failure.ts'
import { command, print, withApp } from './output.ts'
import {
  type PeriodOptions,
  periodOf,
  periodOptions,
  toLine as toGrantLine,
} from './period-options.ts'

/**
 * The options of the commands. `permission` is false after `--no-permission`. Only roles have a priority, and only
 * ranks have a color and an icon.
 */
type Options = {
  name?: string
  permission?: string[] | false
  priority?: string
  color?: string
  icon?: string
  json?: boolean
}

export function roleCommands(): Command[] {
  const priority = "a player's role of the highest priority decides first"
  return [
    new Command('role').description('what staff may do'),

    createCommand('role')
      .description('create a role')
      .option('--priority <number>', `${priority} (default: 0)`),

    editCommand('role')
      .description('change a role for everyone who has it; also default, banned and unactivated')
      .option('--priority <number>', priority),

    deleteCommand('role').description('delete a role and take it from everyone who has it'),

    listCommand('role').description('list every role, highest priority first'),
  ]
}

export function groupCommands(): Command[] {
  return [
    new Command('group').description('donor ranks, and who has them'),

    lookOptions(createCommand('group')).description('create a donor rank'),

    lookOptions(editCommand('group')).description('change a donor rank for everyone who has it'),

    deleteCommand('group').description('delete a donor rank and take it from everyone who has it'),

    listCommand('group').description('list every donor rank in their order'),

    command('group order')
      .description('set the order of all donor ranks')
      .argument('<groups...>', 'the id of each donor rank, first to last')
      .action((ids: string[], options: { json?: boolean }) =>
        withApp(async (app) => {
          await orderRanks(app, COMMAND_LINE, ids)
          print({ groups: ids, done: 'ordered' }, options)
        }),
      ),

    periodOptions(command('group give'))
      .description('give a player a donor rank; giving it again extends it')
      .argument('<username>')
      .argument('<group>')
      .action(give),

    command('group take')
      .description('take a donor rank from a player')
      .argument('<username>')
      .argument('<group>')
      .action((username: string, group: string, options: { json?: boolean }) =>
        withApp(async (app) => {
          const player = await existingPlayer(app, username)
          await revokeGrants(app, COMMAND_LINE, player, { group })
          print({ username: player.username, group, done: 'taken' }, options)
        }),
      ),
  ]
}

function createCommand(kind: PermissionSetKind): Command {
  return contentOptions(command(`${kind} create`))
    .argument('<id>', '1 to 32 characters of a-z 0-9 _ -')
    .action(async (id: string, options: Options) => {
      const { name = id, permissions = [], ...rest } = contentOf(options)
      const wanted = { id, name, permissions, ...(kind === 'role' && { priority: 0 }), ...rest }
      const { body } = kind === 'role' ? endpoints.createRole : endpoints.createGroup
      if (!Check(body, wanted)) throw new WrongUsage(FORM[kind])
      await withApp(async (app) => {
        const permissionSet = await createPermissionSet(app, COMMAND_LINE, {
          kind,
          priority: 0,
          ...NO_LOOK,
          ...wanted,
        })
        print(toLine(permissionSet), options)
      })
    })
}

function editCommand(kind: PermissionSetKind): Command {
  return contentOptions(command(`${kind} edit`))
    .option('--no-permission', 'remove every permission')
    .argument('<id>')
    .action(async (id: string, options: Options) => {
      const changes = contentOf(options)
      const { body } = kind === 'role' ? endpoints.changeRole : endpoints.changeGroup
      if (!Check(body, changes)) throw new WrongUsage(FORM[kind])
      await withApp(async (app) => {
        print(toLine(await changePermissionSet(app, COMMAND_LINE, { kind, id }, changes)), options)
      })
    })
}

function deleteCommand(kind: PermissionSetKind): Command {
  return command(`${kind} delete`)
    .argument('<id>')
    .action((id: string, options: { json?: boolean }) =>
      withApp(async (app) => {
        await deletePermissionSet(app, COMMAND_LINE, { kind, id })
        print({ id, done: 'deleted' }, options)
      }),
    )
}

function listCommand(kind: PermissionSetKind): Command {
  return command(`${kind} list`).action((options: { json?: boolean }) =>
    withApp(async (app) => print((await listPermissionSets(app.db, kind)).map(toLine), options)),
  )
}

async function give(username: string, group: string, options: PeriodOptions): Promise<void> {
  const period = periodOf(options)
  await withApp(async (app) => {
    const player = await existingPlayer(app, username)
    const grant = await createGrant(app, COMMAND_LINE, player, { grantable: { group }, period })
    print({ username: player.username, ...toGrantLine(grant) }, options)
  })
}

function contentOptions(command: Command): Command {
  return command
    .option('--name <name>', 'the display name')
    .option(
      '--permission <node>',
      'allow this, or deny it with - or ! in front; can be repeated, replaces the whole list',
      (node: string, before: string[] | false | undefined) => [...(before || []), node],
    )
}

function lookOptions(command: Command): Command {
  return command
    .option('--color <#rrggbb>', 'the color of the badge, or none')
    .option('--icon <name>', `the icon of the badge: ${RANK_ICONS.join(', ')}, or none`)
}

/**
 * Returns the content of a role or rank from the options.
 * @throws WrongUsage for an invalid option
 */
function contentOf({ name, permission, priority, color, icon }: Options) {
  return {
    ...(color !== undefined && { color: color === 'none' ? null : color }),
    ...(icon !== undefined && { icon: readIcon(icon) }),
    ...(name !== undefined && { name }),
    ...(priority !== undefined && { priority: readPriority(priority) }),
    ...(permission !== undefined && { permissions: (permission || []).map(wellFormed) }),
  }
}

function readPriority(text: string): number {
  if (/^-?[0-9]{1,7}$/.test(text)) return Number(text)
  throw new WrongUsage('--priority must be a whole number from -1000000 to 1000000')
}

function readIcon(text: string): RankIcon | null {
  if (text === 'none') return null
  if (isRankIcon(text)) return text
  throw new WrongUsage(`--icon must be none or one of ${RANK_ICONS.join(', ')}`)
}

/**
 * Checks a permission node.
 * @throws WrongUsage if the text is not a node
 */
export function wellFormed(node: string): string {
  if (parseNode(node)) return node
  throw new WrongUsage(
    `not a permission: ${node} (words of a-z 0-9 _ - joined by dots; * stands for any)`,
  )
}

const FORM = {
  role: 'a role has an id of 1 to 32 characters of a-z 0-9 _ -, a name of 1 to 64 characters, a priority from -1000000 to 1000000',
  group:
    'a group has an id of 1 to 32 characters of a-z 0-9 _ - and a name of 1 to 64 characters; a color is #rrggbb or none',
}

function toLine({ kind, id, name, priority, permissions, color, icon }: PermissionSet) {
  return { id, name, ...(kind === 'role' ? { priority } : { color, icon }), permissions }
}
