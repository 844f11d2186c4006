import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { startSite } from '../bench/site-process.ts'
import { atExitRemoved } from '../endurance/place.ts'
import { AZURIOM_AUTH, EML_LIB, openAzuriomAuth, openEmlLib, talk } from './azauth.ts'
import { GAME, playGame, VERSIONS } from './game.ts'
import {
  command,
  describeResponse,
  enableTwoFactor,
  launcherPassword,
  register,
  untilKey,
} from './launcher-site.ts'
import { playLauncher, XMCL } from './xmcl.ts'

const USAGE = `npm run -s try-launchers [-- --clients <folder>]

Installs libraries of launchers and of the game from npm (460 MB) into a temporary folder, and runs launchers,
games and game servers with them against a new site. Prints the responses that each gets, and exits with 1 if
a response differs from docs/launcher.md.
  --clients  a folder with a package.json, in which the libraries stay for the next run`

const CLIENTS = [
  'azuriom-auth@1.0.1',
  'eml-lib@2.7.3',
  '@xmcl/user@4.4.2',
  'minecraft-protocol@1.54.0',
]

const { values } = parseArgs({
  options: { help: { type: 'boolean' }, clients: { type: 'string' } },
})
if (values.help) console.log(USAGE)
else process.exitCode = (await tryAll(values.clients)) ? 0 : 1
process.exit()

async function tryAll(kept: string | undefined): Promise<boolean> {
  const folder = atExitRemoved('portal-launchers-')
  const clients = kept ?? join(folder, 'clients')
  if (kept === undefined) {
    mkdirSync(clients)
    writeFileSync(join(clients, 'package.json'), '{"private": true}')
  }
  await promisify(execFile)('npm', ['install', '--ignore-scripts', '--no-audit', ...CLIENTS], {
    cwd: clients,
  })
  const site = await startSite(folder, '', { TRUST_PROXY: '' })
  try {
    const url = `http://127.0.0.1:${site.port}`
    await command(folder, ['settings', 'set', 'azauth', 'on'])
    await command(folder, ['settings', 'set', 'yggdrasil', 'on'])
    await command(folder, ['player', 'create', 'Owner', 'owner@example.org', '--superuser'])
    await register(url, 'Steve')
    await register(url, 'Herobrine')
    await command(folder, ['player', 'ban', 'Herobrine', '--reason', 'Griefing'])
    await untilKey(url)
    const good = [await tryYggdrasil(clients, url), await tryAzAuth(clients, url)]
    return good.every(Boolean)
  } finally {
    await site.stop()
  }
}

async function tryAzAuth(clients: string, url: string): Promise<boolean> {
  const axel = await enableTwoFactor(await register(url, 'Axel'))
  const emma = await enableTwoFactor(await register(url, 'Emma'))
  const first = await talk(await openAzuriomAuth(clients, url), axel)
  const second = await talk(await openEmlLib(clients, url), emma)
  const good = [
    describeResponse('azuriom-auth', first, AZURIOM_AUTH),
    describeResponse('eml-lib', second, EML_LIB),
  ]
  return good.every(Boolean)
}

/** Tests Yggdrasil: first the launcher, because it sets the skin that the games then load. */
async function tryYggdrasil(clients: string, url: string): Promise<boolean> {
  const alex = await register(url, 'Alex')
  const playerWithTwoFactor = { username: 'Alex', launcherPassword: await launcherPassword(alex) }
  await enableTwoFactor(alex)
  const good = [
    describeResponse('@xmcl/user', await playLauncher(clients, url, playerWithTwoFactor), XMCL),
  ]
  for (const version of VERSIONS) {
    const seen = await playGame(clients, url, version, playerWithTwoFactor)
    good.push(describeResponse(`minecraft-protocol, ${version}`, seen, GAME))
  }
  return good.every(Boolean)
}
