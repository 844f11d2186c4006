import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { waitUntil } from '../support/wait-until.ts'
import type { RelyingParty } from './relying-party.ts'

export type Apache = { program: string; modules: string }

/** The port of Apache, and what it needs to sign players in. */
type Site = { port: number; metadataUrl: string; client: RelyingParty }

/** Finds Apache with mod_auth_openidc where Debian installs them; users other than root have no `sbin` in their path. */
export function findApache(): Apache | undefined {
  const program = '/usr/sbin/apache2'
  const modules = '/usr/lib/apache2/modules'
  const isInstalled = [program, join(modules, 'mod_auth_openidc.so')].every((file) =>
    existsSync(file),
  )
  return isInstalled ? { program, modules } : undefined
}

/** Starts Apache with pages for players of the site. All its files are in a folder of its own. */
export async function startApache({ program, modules }: Apache, about: Site) {
  const folder = mkdtempSync(join(tmpdir(), 'portal-apache-'))
  chmodSync(folder, 0o755) // Apache runs as another user
  mkdirSync(join(folder, 'pages'))
  writeFileSync(join(folder, 'pages/members.html'), 'For members')
  const file = join(folder, 'apache.conf')
  writeFileSync(file, configuration({ folder, modules, ...about }))
  const child = spawn(program, ['-D', 'FOREGROUND', '-d', folder, '-f', file], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let complaint = ''
  child.stderr.setEncoding('utf8').on('data', (chunk) => {
    complaint += chunk
  })
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  const closed = once(child, 'close')
  const log = join(folder, 'error.log')

  const apache = {
    /** Returns the end of Apache's log, for the message of a failed test. */
    log: () => (existsSync(log) ? readFileSync(log, 'utf8').slice(-4000) : complaint),
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await closed
      rmSync(folder, { recursive: true, force: true })
    },
  }
  try {
    await waitUntil(async () => hasEnded() || (await responds(about.port)))
    if (hasEnded()) throw new Error(`Apache ended: ${complaint}${apache.log()}`)
    return apache
  } catch (error) {
    await apache[Symbol.asyncDispose]()
    throw error
  }
}

function configuration(about: Site & { folder: string; modules: string }): string {
  const { folder, modules, port, metadataUrl, client } = about
  const loaded = ['mpm_event', 'authn_core', 'authz_core', 'authz_user', 'auth_openidc']
  return `
    ${loaded.map((name) => `LoadModule ${name}_module ${modules}/mod_${name}.so`).join('\n    ')}
    Listen 127.0.0.1:${port}
    ServerName 127.0.0.1
    ${process.getuid?.() === 0 ? 'User www-data\n    Group www-data' : ''}
    PidFile ${folder}/apache.pid
    DefaultRuntimeDir ${folder}
    Mutex file:${folder} default
    ErrorLog ${folder}/error.log
    LogLevel warn auth_openidc:info
    DocumentRoot ${folder}/pages
    OIDCProviderMetadataURL ${metadataUrl}
    OIDCProviderTokenEndpointAuth client_secret_basic
    OIDCClientID ${client.clientId}
    OIDCClientSecret ${client.clientSecret}
    OIDCRedirectURI http://127.0.0.1:${port}/callback
    OIDCCryptoPassphrase a-passphrase-of-the-tests
    OIDCScope "openid profile email"
    OIDCPKCEMethod S256
    OIDCRemoteUserClaim preferred_username
    OIDCInfoHook id_token userinfo
    <Location />
      AuthType openid-connect
      Require valid-user
    </Location>
`
}

async function responds(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/`, { redirect: 'manual' }).then(
    () => true,
    () => false,
  )
}
