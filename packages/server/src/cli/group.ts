import { endpoints } from '@portal/contract'
import { Command } from 'commander'
import { Check } from 'typebox/value'
import type { Bundle } from '../access/bundle/bundle.ts'
import { listBundles } from '../access/bundle/bundle-store.ts'
import { changeBundle, createBundle, deleteBundle } from '../access/bundle/edit-bundle.ts'
import { giveGrant } from '../access/grant/give-grant.ts'
import { takeGrants } from '../access/grant/take-grants.ts'
import { COMMAND } from '../audit/actor.ts'
import { type BundleOptions, nodesOption, noNodesOption, wantedNodes } from './bundle-options.ts'
import { existingPlayer } from './existing-player.ts'
import { command, print, WrongUsage, withApp } from './output.ts'
import {
  type PeriodOptions,
  periodOf,
  periodOptions,
  toLine as toGrantLine,
} from './period-options.ts'

export function groupCommands(): Command[] {
  return [
    new Command('group').description('donate groups, and who has them'),

    nodesOption(command('group create'))
      .description('create a donate group')
      .argument('<id>', '1 to 32 characters of a-z 0-9 _ -')
      .action(create),

    noNodesOption(nodesOption(command('group edit')))
      .description('change a donate group for everyone who has it')
      .argument('<id>')
      .action(edit),

    command('group delete')
      .description('delete a donate group and take it from everyone who has it')
      .argument('<id>')
      .action((id: string, options: { json?: boolean }) =>
        withApp(async (app) => {
          await deleteBundle(app, COMMAND, { kind: 'group', id })
          print({ id, done: 'deleted' }, options)
        }),
      ),

    command('group list')
      .description('list every donate group')
      .action((options: { json?: boolean }) =>
        withApp(async (app) => {
          print((await listBundles(app.db, 'group')).map(toLine), options)
        }),
      ),

    periodOptions(command('group give'))
      .description('give a player a donate group; giving it again extends it')
      .argument('<username>')
      .argument('<group>')
      .action(give),

    command('group take')
      .description('take a donate group from a player')
      .argument('<username>')
      .argument('<group>')
      .action((username: string, group: string, options: { json?: boolean }) =>
        withApp(async (app) => {
          const player = await existingPlayer(app, username)
          await takeGrants(app, COMMAND, player, { group })
          print({ username: player.username, group, done: 'taken' }, options)
        }),
      ),
  ]
}

async function create(id: string, options: BundleOptions): Promise<void> {
  const permissions = wantedNodes(options) ?? []
  const wanted = { id, name: options.name ?? id, permissions }
  if (!Check(endpoints.createGroup.body, wanted)) throw new WrongUsage(FORM)
  await withApp(async (app) => {
    const group = await createBundle(app, COMMAND, { kind: 'group', priority: 0, ...wanted })
    print(toLine(group), options)
  })
}

async function edit(id: string, options: BundleOptions): Promise<void> {
  const permissions = wantedNodes(options)
  const changes = {
    ...(options.name !== undefined && { name: options.name }),
    ...(permissions && { permissions }),
  }
  if (!Check(endpoints.changeGroup.body, changes)) throw new WrongUsage(FORM)
  await withApp(async (app) => {
    print(toLine(await changeBundle(app, COMMAND, { kind: 'group', id }, changes)), options)
  })
}

async function give(username: string, group: string, options: PeriodOptions): Promise<void> {
  const period = periodOf(options)
  await withApp(async (app) => {
    const player = await existingPlayer(app, username)
    const grant = await giveGrant(app, COMMAND, player, { gift: { group }, period })
    print({ username: player.username, ...toGrantLine(grant) }, options)
  })
}

const FORM =
  'a group has an id of 1 to 32 characters of a-z 0-9 _ - and a name of 1 to 64 characters'

function toLine({ id, name, permissions }: Bundle) {
  return { id, name, permissions }
}
