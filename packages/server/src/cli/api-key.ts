import {
  type ApiKeyItem,
  apiKeyWarnings,
  kernelPermissions,
  LARGEST_PAGE,
  NewApiKey,
  offeredKernelPermissions,
} from '@portal/contract'
import { Command } from 'commander'
import { Check } from 'typebox/value'
import type { ApiKey } from '../api-key/api-key.ts'
import { changeKey, existingKey, revokeKey } from '../api-key/change-key.ts'
import { createKey } from '../api-key/create-key.ts'
import { listKeys, toKeyItem } from '../api-key/list-keys.ts'
import { warningsOf } from '../api-key/read-details.ts'
import type { App } from '../app.ts'
import { COMMAND } from '../audit/actor.ts'
import { canonicalAddress } from '../platform/address.ts'
import { command, print, WrongUsage, withApp } from './output.ts'

type Options = { name?: string; permission?: string[]; address?: string[]; json?: boolean }

const PERMISSIONS = Object.keys(offeredKernelPermissions).join(', ')

export function apiKeyCommands(): Command[] {
  return [
    new Command('api-key').description('keys that launcher servers ask with'),

    withDetails(command('api-key create'))
      .description('make a key; it is printed once and can never be shown again')
      .action(create),

    command('api-key list')
      .description('every key, newest first, and what became of it')
      .action((options: { json?: boolean }) =>
        withApp(async (app) => {
          const keys = await everyKey(app)
          print(options.json ? keys : keys.map(toLine), options)
        }),
      ),

    withDetails(command('api-key change'))
      .description('change a key; it holds at once, and a list that is given replaces the old one')
      .argument('<id>')
      .action((id: string, options: Options) => change(id, options)),

    command('api-key revoke')
      .description('make a key good for nothing, for ever and at once')
      .argument('<id>')
      .action((id: string, options: { json?: boolean }) =>
        withApp(async (app) => {
          const { name } = await revokeKey(app, COMMAND, id)
          print({ id, name, done: 'revoked' }, options)
        }),
      ),
  ]
}

function withDetails(command: Command): Command {
  return command
    .option('--name <name>', 'what you call it')
    .option('--permission <permission>', `${PERMISSIONS}; can be repeated`, collect)
    .option('--address <address>', 'trusted address or network; can be repeated', collect)
}

function collect(value: string, before: string[] = []): string[] {
  return [...before, value]
}

async function create(options: Options): Promise<void> {
  const { name, permission: permissions, address: addresses = [] } = options
  if (name === undefined) throw new WrongUsage('give the key a name by --name')
  if (!permissions) throw new WrongUsage(`give a --permission: ${PERMISSIONS}`)
  const wanted = checked({ name, permissions, addresses })
  await withApp(async (app) => {
    const { key, secret } = await createKey(app, COMMAND, wanted)
    print({ id: key.id, key: secret }, options)
    warn(key)
  })
}

async function change(id: string, options: Options): Promise<void> {
  const { name, permission: permissions, address: addresses } = options
  if (!name && !permissions && !addresses) {
    throw new WrongUsage('say what to change: --name, --permission or --address')
  }
  await withApp(async (app) => {
    const old = toKeyItem(await existingKey(app, id))
    const wanted = checked({
      name: name ?? old.name,
      permissions: permissions ?? old.permissions,
      addresses: addresses ?? old.addresses,
    })
    const key = await changeKey(app, COMMAND, id, wanted)
    print(toKeyItem(key), options)
    warn(key)
  })
}

/** @throws WrongUsage that says what cannot be a key's. */
function checked(wanted: { name: string; permissions: string[]; addresses: string[] }): NewApiKey {
  const wrong = wanted.addresses.find((address) => canonicalAddress(address) === undefined)
  if (wrong !== undefined) {
    throw new WrongUsage(`not an address or a network as 203.0.113.0/24: ${wrong}`)
  }
  const unknown = wanted.permissions.find((one) => !Object.hasOwn(kernelPermissions, one))
  if (unknown) throw new WrongUsage(`a key cannot hold ${unknown}; there are: ${PERMISSIONS}`)
  if (Check(NewApiKey, wanted)) return wanted
  throw new WrongUsage('a name has 1 to 64 characters on one line; a key has at most 100 addresses')
}

async function everyKey(app: App): Promise<ApiKeyItem[]> {
  const keys: ApiKeyItem[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const asked = { limit: String(LARGEST_PAGE), ...(cursor !== undefined && { cursor }) }
    const page = await listKeys(app, asked)
    keys.push(...page.items)
    cursor = page.next
  }
  return keys
}

/** What fits on a line; `--json` has everything. */
function toLine({ id, name, revokedAt, permissions, addresses, ...seen }: ApiKeyItem) {
  const { lastUsedAt, lastUsedIp, lastRefusedAt, lastRefusedIp } = seen
  const state = revokedAt === null ? 'good' : 'revoked'
  const last = { lastUsedAt, lastUsedIp, lastRefusedAt, lastRefusedIp }
  return { id, name, state, permissions, addresses, ...last }
}

/** On stderr, so that what a script reads stays as it is. */
function warn(key: ApiKey): void {
  for (const warning of warningsOf(key)) console.error(`warning: ${apiKeyWarnings[warning].en}`)
}
