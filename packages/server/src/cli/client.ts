import { ClientChanges, type ClientItem, NewClient, OPENID_SCOPES } from '@portal/contract'
import { Command } from 'commander'
import { Check } from 'typebox/value'
import { COMMAND_LINE } from '../audit/actor.ts'
import {
  changeClient,
  existingClient,
  replaceSecret,
  revokeClient,
} from '../openid/clients/change-client.ts'
import { toClientItem } from '../openid/clients/client.ts'
import { listClients } from '../openid/clients/client-store.ts'
import { createClient } from '../openid/clients/create-client.ts'
import { WrongUsage } from './failure.ts'
import { command, print, withApp } from './output.ts'

type Options = {
  name?: string
  redirectUri?: string[]
  postLogoutRedirectUri?: string[]
  backchannelLogoutUri?: string
  scope?: string
  permission?: string
  accessToken?: string
  idTokenAlg?: string
  public?: boolean
  trusted?: boolean
  pkce?: boolean
  device?: boolean
  newSecret?: boolean
  json?: boolean
}

const SCOPES = OPENID_SCOPES.join(' ')
const DEFAULT_SCOPES = 'openid profile'

export function clientCommands(): Command[] {
  return [
    new Command('client').description('applications that sign players in by OpenID Connect'),

    withDetails(command('client create'))
      .description('add an application; its secret is printed once and cannot be shown again')
      .argument('<name>', 'the name that players see')
      .option('--public', 'a program that cannot keep a secret, such as a launcher')
      .option('--trusted', 'sign players in without asking for their consent')
      .option('--no-pkce', 'do not require PKCE; for applications that do not support it')
      .option('--device', 'sign in by a code that the player enters on another device')
      .action(create),

    command('client list')
      .description('list every application, newest first')
      .action((options: Options) =>
        withApp(async ({ db }) => {
          const clients = (await listClients(db)).map(toClientItem)
          print(options.json ? clients : clients.map(toLine), options)
        }),
      ),

    command('client show')
      .description('show an application, without its secret')
      .argument('<id>')
      .action((id: string, options: Options) =>
        withApp(async (app) => print(toClientItem(await existingClient(app, id)), options)),
      ),

    withDetails(command('client change'))
      .description(
        'change an application, effective immediately; a given list replaces the old one',
      )
      .argument('<id>')
      .option('--name <name>', 'the name that players see')
      .option('--trusted', 'sign players in without asking for their consent')
      .option('--no-trusted', 'ask players for their consent')
      .option('--pkce', 'require PKCE')
      .option('--no-pkce', 'do not require PKCE')
      .option('--device', 'sign in by a code that the player enters on another device')
      .option('--no-device', 'do not sign in by a code')
      .option('--new-secret', 'make a new secret; the current one stays valid for seven days')
      .action(change),

    command('client revoke')
      .description('revoke an application permanently; all its tokens end')
      .argument('<id>')
      .action((id: string, options: Options) =>
        withApp(async (app) => {
          const { name } = await revokeClient(app, COMMAND_LINE, id)
          print({ clientId: id, name, done: 'revoked' }, options)
        }),
      ),
  ]
}

function withDetails(command: Command): Command {
  return command
    .option('--redirect-uri <uri>', 'where it receives players; can be repeated', collect)
    .option(
      '--post-logout-redirect-uri <uri>',
      'where it receives players after a sign-out',
      collect,
    )
    .option(
      '--backchannel-logout-uri <uri>',
      'an address that is notified of sign-outs; "" removes it',
    )
    .option('--scope <scopes>', `of ${SCOPES}; default: ${DEFAULT_SCOPES}`)
    .option('--permission <id>', 'admit only players with this permission; "" admits everyone')
    .option('--access-token <form>', 'jwt or opaque (default)')
    .option('--id-token-alg <alg>', 'the signature of ID tokens: RS256 (default) or EdDSA')
}

function collect(value: string, before: string[] = []): string[] {
  return [...before, value]
}

async function create(name: string, options: Options): Promise<void> {
  if (!options.redirectUri && !options.device) {
    throw new WrongUsage('give at least one --redirect-uri, or --device')
  }
  const wanted = {
    redirectUris: [],
    postLogoutRedirectUris: [],
    backchannelLogoutUri: null,
    permission: null,
    accessToken: 'opaque',
    idTokenAlg: 'RS256',
    scopes: DEFAULT_SCOPES.split(' '),
    public: false,
    trusted: false,
    pkce: true,
    device: false,
    ...detailsOf(options),
    ...(options.public && { public: true }),
    name,
  }
  if (!Check(NewClient, wanted)) throw new WrongUsage(REQUIREMENTS)
  await withApp(async (app) => {
    const { client, secret } = await createClient(app, COMMAND_LINE, wanted)
    print({ clientId: client.id, ...(secret !== null && { clientSecret: secret }) }, options)
  })
}

async function change(id: string, options: Options): Promise<void> {
  const wanted = detailsOf(options)
  if (Object.keys(wanted).length === 0 && !options.newSecret) {
    throw new WrongUsage('give at least one change, such as --redirect-uri or --new-secret')
  }
  if (!Check(ClientChanges, wanted)) throw new WrongUsage(REQUIREMENTS)
  await withApp(async (app) => {
    const client = await changeClient(app, COMMAND_LINE, id, wanted)
    if (!options.newSecret) return print(toClientItem(client), options)
    const { secret } = await replaceSecret(app, COMMAND_LINE, id)
    print({ clientId: id, clientSecret: secret }, options)
  })
}

function detailsOf(options: Options) {
  const { name, redirectUri, postLogoutRedirectUri, backchannelLogoutUri } = options
  const { scope, permission, accessToken, idTokenAlg, trusted, pkce, device } = options
  return {
    ...(name !== undefined && { name }),
    ...(redirectUri && { redirectUris: redirectUri }),
    ...(postLogoutRedirectUri && { postLogoutRedirectUris: postLogoutRedirectUri }),
    ...(backchannelLogoutUri !== undefined && {
      backchannelLogoutUri: backchannelLogoutUri || null,
    }),
    ...(scope !== undefined && { scopes: scope.split(' ').filter(Boolean) }),
    ...(permission !== undefined && { permission: permission || null }),
    ...(accessToken !== undefined && { accessToken }),
    ...(idTokenAlg !== undefined && { idTokenAlg }),
    ...(trusted !== undefined && { trusted }),
    ...(pkce !== undefined && { pkce }),
    ...(device !== undefined && { device }),
  }
}

const REQUIREMENTS = `a name is 1 to 64 characters on one line; scopes are of: ${SCOPES}; an access token is jwt or opaque; an ID token is signed with RS256 or EdDSA; a permission is a–z, 0–9, ".", "_" and "-"`

function toLine({ clientId, name, revokedAt, redirectUris, scopes, trusted }: ClientItem) {
  return {
    clientId,
    name,
    state: revokedAt === null ? 'good' : 'revoked',
    redirectUris,
    scopes,
    trusted,
  }
}
