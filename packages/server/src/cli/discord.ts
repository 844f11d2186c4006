import { DiscordChanges, DiscordMapping } from '@portal/contract'
import { Command } from 'commander'
import { Check } from 'typebox/value'
import type { App } from '../app.ts'
import { COMMAND_LINE } from '../audit/actor.ts'
import { changeDiscord, editDiscord } from '../integrations/discord/change-discord.ts'
import { describeDiscord } from '../integrations/discord/describe-discord.ts'
import { WrongUsage } from './failure.ts'
import { command, print, readPassword, withApp } from './output.ts'

type Options = {
  json?: boolean
  server?: string
  tokenStdin?: boolean
  disable?: boolean
  role?: string
  group?: string
}

export function discordCommands(): Command[] {
  return [
    new Command('discord').description('roles on Discord that follow roles and ranks of the site'),

    command('discord set')
      .description('set the bot and the server, and turn it on')
      .option('--server <id>', 'of the Discord server')
      .option('--token-stdin', 'read the token of the bot from standard input')
      .option('--disable', 'turn it off; the token and the mapping stay')
      .action(set),

    withSet(command('discord map'))
      .description('give a Discord role to the players of a role or donor rank')
      .argument('<discord-role>', 'its id')
      .action(map),

    withSet(command('discord unmap'))
      .description('stop to give a Discord role; players who have it keep it')
      .argument('[discord-role]', 'its id (default all of the role or donor rank)')
      .action(unmap),

    command('discord status')
      .description('show the mapping, what waits, and what prevents it')
      .action((options: Options) => withApp((app) => printStatus(app, options))),
  ]
}

function withSet(command: Command): Command {
  return command
    .option('--role <id>', 'a role of the site; "default" is every player')
    .option('--group <id>', 'a donor rank of the site')
}

async function set({ server, tokenStdin, disable, ...options }: Options): Promise<void> {
  if (server === undefined && !tokenStdin && !disable)
    throw new WrongUsage('give --server, --token-stdin or --disable')
  const token = tokenStdin ? await readPassword() : undefined
  const wanted = {
    enabled: !disable,
    ...(server !== undefined && { server }),
    ...(token !== undefined && { token: token.trim() }),
  }
  if (!Check(DiscordChanges, wanted))
    throw new WrongUsage('a server is a number of up to 20 digits; a token has no spaces')
  await withApp(async (app) => {
    await changeDiscord(app, COMMAND_LINE, wanted)
    print({ server: server ?? null, done: disable ? 'off' : 'on' }, options)
  })
}

async function map(discordRole: string, options: Options): Promise<void> {
  const wanted = { ...setOf(options), discordRole }
  if (!Check(DiscordMapping, wanted)) throw new WrongUsage(ONE_SET)
  await withApp(async (app) => {
    await editDiscord(app, COMMAND_LINE, (mappings) => ({ mappings: [...mappings, wanted] }))
    print({ ...wanted, done: 'mapped' }, options)
  })
}

async function unmap(discordRole: string | undefined, options: Options): Promise<void> {
  const { role, group } = options
  if (role !== undefined && group !== undefined) throw new WrongUsage(ONE_SET)
  if (discordRole === undefined && role === undefined && group === undefined)
    throw new WrongUsage('give --role, --group or the id of the Discord role')
  const wanted = role === undefined && group === undefined ? {} : setOf(options)
  await withApp(async (app) => {
    let unmapped = 0
    await editDiscord(app, COMMAND_LINE, (mappings) => {
      const kept = mappings.filter(
        (mapping) =>
          (wanted.kind !== undefined && wanted.kind !== mapping.kind) ||
          (wanted.id !== undefined && wanted.id !== mapping.id) ||
          (discordRole !== undefined && discordRole !== mapping.discordRole),
      )
      unmapped = mappings.length - kept.length
      return { mappings: kept }
    })
    print({ unmapped }, options)
  })
}

const ONE_SET = 'give one of --role and --group; a Discord role is a number of up to 20 digits'

function setOf({ role, group }: Options): { kind?: 'role' | 'group'; id?: string } {
  if (role !== undefined && group !== undefined) throw new WrongUsage(ONE_SET)
  if (role !== undefined) return { kind: 'role', id: role }
  return group === undefined ? {} : { kind: 'group', id: group }
}

async function printStatus(app: App, options: Options): Promise<void> {
  const status = await describeDiscord(app)
  if (options.json) return print(status, options)
  const { mappings, discordRoles: _roles, sets: _sets, ...rest } = status
  print(rest, options)
  print(mappings, options)
}
