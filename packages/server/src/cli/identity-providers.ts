import { readFileSync } from 'node:fs'
import { IdentityKind, IdentityProviderChanges, NewIdentityProvider } from '@portal/contract'
import { Command } from 'commander'
import { Check } from 'typebox/value'
import { COMMAND_LINE } from '../audit/actor.ts'
import {
  changeProvider,
  createProvider,
  removeProvider,
} from '../credentials/linked-accounts/change-provider.ts'
import {
  describeProvider,
  listProviderItems,
  requireExistingProvider,
} from '../credentials/linked-accounts/list-providers.ts'
import { testProvider } from '../credentials/linked-accounts/provider-client.ts'
import { CommandRefused, WrongUsage } from './failure.ts'
import { command, print, readPassword, withApp } from './output.ts'

type Options = {
  kind?: string
  name?: string
  issuer?: string
  clientId?: string
  secretFile?: string
  secretStdin?: boolean
  trusted?: string
  enabled?: string
  json?: boolean
}

const KINDS = IdentityKind.anyOf.map((kind) => kind.const).join(', ')

export function identityProviderCommands(): Command[] {
  return [
    new Command('identity-providers').description('services whose accounts players can link'),

    command('identity-providers list')
      .description('list every service, with the redirect address to enter there')
      .action((options: Options) =>
        withApp(async (app) => print(await listProviderItems(app), options)),
      ),

    withDetails(command('identity-providers add'))
      .description('let players link accounts of a service')
      .argument('<slug>', 'the end of its address here: /linked/<slug>')
      .option('--kind <kind>', KINDS)
      .option('--issuer <issuer>', 'oidc: its https address; microsoft: the tenant')
      .action(add),

    withDetails(command('identity-providers change'))
      .description('change a service, effective immediately')
      .argument('<slug>')
      .action(change),

    command('identity-providers test')
      .description('check that a service responds and knows this site')
      .argument('<slug>')
      .action((slug: string, options: Options) =>
        withApp(async (app) => {
          const reason = await testProvider(app, await requireExistingProvider(app, slug))
          if (reason !== null) throw new CommandRefused(`the service does not work: ${reason}`)
          print({ slug, done: 'answers' }, options)
        }),
      ),

    command('identity-providers remove')
      .description('remove a service, and every link to an account there')
      .argument('<slug>')
      .action((slug: string, options: Options) =>
        withApp(async (app) => {
          await removeProvider(app, COMMAND_LINE, slug)
          print({ slug, done: 'removed' }, options)
        }),
      ),
  ]
}

function withDetails(command: Command): Command {
  return command
    .option('--name <name>', 'the text of the button')
    .option('--client-id <id>', 'of the application at the service; for Telegram, of the bot')
    .option('--secret-file <file>', 'a file with the client secret')
    .option('--secret-stdin', 'read the client secret from standard input')
    .option('--trusted <yes|no>', 'whether its players need no code of this site (default no)')
    .option('--enabled <yes|no>', 'default yes')
}

async function add(slug: string, options: Options): Promise<void> {
  const { kind, name, issuer, clientId } = options
  if (kind === undefined) throw new WrongUsage(`give --kind: ${KINDS}`)
  if (name === undefined || clientId === undefined) {
    throw new WrongUsage('give the service --name and --client-id')
  }
  const clientSecret = await secretOf(options)
  if (clientSecret === undefined) {
    throw new WrongUsage('give the secret with --secret-file or --secret-stdin')
  }
  const wanted = {
    slug,
    kind,
    name,
    clientId,
    clientSecret,
    ...(issuer !== undefined && { issuer }),
    trusted: yesOrNo('--trusted', options.trusted) ?? false,
    enabled: yesOrNo('--enabled', options.enabled) ?? true,
  }
  if (!Check(NewIdentityProvider, wanted))
    throw new WrongUsage(`${REQUIRED_OPTIONS}; the kinds: ${KINDS}`)
  await withApp(async (app) => {
    print(await describeProvider(app, await createProvider(app, COMMAND_LINE, wanted)), options)
  })
}

async function change(slug: string, options: Options): Promise<void> {
  const { name, clientId } = options
  const clientSecret = await secretOf(options)
  const trusted = yesOrNo('--trusted', options.trusted)
  const enabled = yesOrNo('--enabled', options.enabled)
  const wanted = {
    ...(name !== undefined && { name }),
    ...(clientId !== undefined && { clientId }),
    ...(clientSecret !== undefined && { clientSecret }),
    ...(trusted !== undefined && { trusted }),
    ...(enabled !== undefined && { enabled }),
  }
  if (Object.keys(wanted).length === 0) {
    throw new WrongUsage(
      'say what to change: --name, --client-id, --secret-file, --secret-stdin, --trusted or --enabled',
    )
  }
  if (!Check(IdentityProviderChanges, wanted)) throw new WrongUsage(REQUIRED_OPTIONS)
  await withApp(async (app) => {
    print(
      await describeProvider(app, await changeProvider(app, COMMAND_LINE, slug, wanted)),
      options,
    )
  })
}

const REQUIRED_OPTIONS =
  'an address is a–z, 0–9 and -; a name is 1 to 64 characters on one line; id and secret have no spaces'

/**
 * Reads the client secret from a file or stdin. It is not an argument, because other users of the machine can see
 * arguments.
 */
async function secretOf({ secretFile, secretStdin }: Options): Promise<string | undefined> {
  if (secretFile !== undefined && secretStdin) {
    throw new WrongUsage('--secret-file and --secret-stdin exclude each other')
  }
  if (secretStdin) return readPassword()
  if (secretFile === undefined) return undefined
  try {
    return readFileSync(secretFile, 'utf8').trim()
  } catch {
    throw new WrongUsage(`the file cannot be read: ${secretFile}`)
  }
}

function yesOrNo(option: string, text: string | undefined): boolean | undefined {
  if (text === undefined) return undefined
  if (text === 'yes' || text === 'no') return text === 'yes'
  throw new WrongUsage(`${option} is yes or no`)
}
