import { endpoints } from '@portal/contract'
import { Command } from 'commander'
import { Check } from 'typebox/value'
import type { Bundle } from '../access/bundle/bundle.ts'
import { listBundles } from '../access/bundle/bundle-store.ts'
import { changeBundle, createBundle, deleteBundle } from '../access/bundle/edit-bundle.ts'
import { COMMAND } from '../audit/actor.ts'
import { type BundleOptions, nodesOption, noNodesOption, wantedNodes } from './bundle-options.ts'
import { command, print, WrongUsage, withApp } from './output.ts'

type RoleOptions = BundleOptions & { priority?: string }

export function roleCommands(): Command[] {
  return [
    new Command('role').description('what staff may do'),

    nodesOption(command('role create'))
      .description('create a role')
      .argument('<id>', '1 to 32 characters of a-z 0-9 _ -')
      .option(
        '--priority <number>',
        "a player's role of the highest priority decides first (default: 0)",
      )
      .action(create),

    noNodesOption(nodesOption(command('role edit')))
      .description('change a role for everyone who has it; also default, banned and unactivated')
      .argument('<id>')
      .option('--priority <number>', "a player's role of the highest priority decides first")
      .action(edit),

    command('role delete')
      .description('delete a role and take it from everyone who has it')
      .argument('<id>')
      .action((id: string, options: { json?: boolean }) =>
        withApp(async (app) => {
          await deleteBundle(app, COMMAND, { kind: 'role', id })
          print({ id, done: 'deleted' }, options)
        }),
      ),

    command('role list')
      .description('list every role, highest priority first')
      .action((options: { json?: boolean }) =>
        withApp(async (app) => {
          print((await listBundles(app.db, 'role')).map(toLine), options)
        }),
      ),
  ]
}

async function create(id: string, options: RoleOptions): Promise<void> {
  const wanted = {
    id,
    name: options.name ?? id,
    priority: priorityOf(options) ?? 0,
    permissions: wantedNodes(options) ?? [],
  }
  if (!Check(endpoints.createRole.body, wanted)) throw new WrongUsage(FORM)
  await withApp(async (app) => {
    print(toLine(await createBundle(app, COMMAND, { kind: 'role', ...wanted })), options)
  })
}

async function edit(id: string, options: RoleOptions): Promise<void> {
  const [name, priority] = [options.name, priorityOf(options)]
  const permissions = wantedNodes(options)
  const changes = {
    ...(name !== undefined && { name }),
    ...(priority !== undefined && { priority }),
    ...(permissions && { permissions }),
  }
  if (!Check(endpoints.changeRole.body, changes)) throw new WrongUsage(FORM)
  await withApp(async (app) => {
    print(toLine(await changeBundle(app, COMMAND, { kind: 'role', id }, changes)), options)
  })
}

const FORM =
  'a role has an id of 1 to 32 characters of a-z 0-9 _ -, a name of 1 to 64 characters, a priority from -1000000 to 1000000'

function priorityOf({ priority }: RoleOptions): number | undefined {
  if (priority === undefined) return undefined
  if (/^-?[0-9]{1,7}$/.test(priority)) return Number(priority)
  throw new WrongUsage('--priority must be a whole number from -1000000 to 1000000')
}

function toLine({ id, name, priority, permissions }: Bundle) {
  return { id, name, priority, permissions }
}
