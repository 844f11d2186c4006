import {
  type ApiKeyItem,
  apiKeyWarnings,
  kernelPermissions,
  MAX_PAGE_SIZE,
  NewApiKey,
} from '@portal/contract'
import { Command } from 'commander'
import { Check } from 'typebox/value'
import type { App } from '../app.ts'
import { COMMAND_LINE } from '../audit/actor.ts'
import type { ApiKey } from '../integrations/api-keys/api-key.ts'
import { changeKey, existingKey, revokeKey } from '../integrations/api-keys/change-key.ts'
import { createKey } from '../integrations/api-keys/create-key.ts'
import { listKeys, toKeyItem } from '../integrations/api-keys/list-keys.ts'
import { warningsOf } from '../integrations/api-keys/parse-key-details.ts'
import { canonicalAddress } from '../platform/network/ip-address.ts'
import { WrongUsage } from './failure.ts'
import { command, print, withApp } from './output.ts'

type Options = { name?: string; permission?: string[]; address?: string[]; json?: boolean }

const PERMISSIONS = Object.keys(kernelPermissions).join(', ')

export function apiKeyCommands(): Command[] {
  return [
    new Command('api-key').description('API keys for launcher servers'),

    withDetails(command('api-key create'))
      .description('create a key; it is printed once and cannot be shown again')
      .action(create),

    command('api-key list')
      .description('list every key, newest first, with its last use')
      .action((options: { json?: boolean }) =>
        withApp(async (app) => {
          const keys = await everyKey(app)
          print(options.json ? keys : keys.map(toLine), options)
        }),
      ),

    withDetails(command('api-key change'))
      .description('change a key, effective immediately; a given list replaces the old one')
      .argument('<id>')
      .action((id: string, options: Options) => change(id, options)),

    command('api-key revoke')
      .description('revoke a key immediately and permanently')
      .argument('<id>')
      .action((id: string, options: { json?: boolean }) =>
        withApp(async (app) => {
          const { name } = await revokeKey(app, COMMAND_LINE, id)
          print({ id, name, done: 'revoked' }, options)
        }),
      ),
  ]
}

function withDetails(command: Command): Command {
  return command
    .option('--name <name>', 'a name for the key')
    .option('--permission <permission>', `${PERMISSIONS}; can be repeated`, collect)
    .option('--address <address>', 'a trusted address or network; can be repeated', collect)
}

function collect(value: string, before: string[] = []): string[] {
  return [...before, value]
}

async function create(options: Options): Promise<void> {
  const { name, permission: permissions, address: addresses = [] } = options
  if (name === undefined) throw new WrongUsage('give the key a --name')
  if (!permissions) throw new WrongUsage(`give at least one --permission: ${PERMISSIONS}`)
  const wanted = checked({ name, permissions, addresses })
  await withApp(async (app) => {
    const { key, secret } = await createKey(app, COMMAND_LINE, wanted)
    print({ id: key.id, key: secret }, options)
    warn(key)
  })
}

async function change(id: string, options: Options): Promise<void> {
  const { name, permission: permissions, address: addresses } = options
  if (!name && !permissions && !addresses) {
    throw new WrongUsage('give at least one change: --name, --permission or --address')
  }
  await withApp(async (app) => {
    const old = toKeyItem(await existingKey(app, id))
    const wanted = checked({
      name: name ?? old.name,
      permissions: permissions ?? old.permissions,
      addresses: addresses ?? old.addresses,
    })
    const key = await changeKey(app, COMMAND_LINE, id, wanted)
    print(toKeyItem(key), options)
    warn(key)
  })
}

function checked(wanted: { name: string; permissions: string[]; addresses: string[] }): NewApiKey {
  const wrong = wanted.addresses.find((address) => canonicalAddress(address) === undefined)
  if (wrong !== undefined) {
    throw new WrongUsage(`not an address or a network such as 203.0.113.0/24: ${wrong}`)
  }
  const unknown = wanted.permissions.find((one) => !Object.hasOwn(kernelPermissions, one))
  if (unknown)
    throw new WrongUsage(`a key cannot hold ${unknown}; the permissions are: ${PERMISSIONS}`)
  if (Check(NewApiKey, wanted)) return wanted
  throw new WrongUsage('a name is 1 to 64 characters on one line; a key has at most 100 addresses')
}

async function everyKey(app: App): Promise<ApiKeyItem[]> {
  const keys: ApiKeyItem[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const asked = { limit: String(MAX_PAGE_SIZE), ...(cursor !== undefined && { cursor }) }
    const page = await listKeys(app, asked)
    keys.push(...page.items)
    cursor = page.next
  }
  return keys
}

/**
 * Returns the row of a key in the table that the command prints. With `--json` the command prints all fields instead.
 */
function toLine({ id, name, revokedAt, permissions, addresses, ...seen }: ApiKeyItem) {
  const { lastUsedAt, lastUsedIp, lastRefusedAt, lastRefusedIp } = seen
  const state = revokedAt === null ? 'good' : 'revoked'
  const last = { lastUsedAt, lastUsedIp, lastRefusedAt, lastRefusedIp }
  return { id, name, state, permissions, addresses, ...last }
}

/** Prints a warning about the key on stderr, because scripts read stdout. */
function warn(key: ApiKey): void {
  for (const warning of warningsOf(key)) console.error(`warning: ${apiKeyWarnings[warning].en}`)
}
