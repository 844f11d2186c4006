import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../../../scripts/test/free-port.ts'
import { waitUntil } from '../support/wait-until.ts'

/**
 * The headers that nginx forwards about the caller. `nothing` has only `proxy_pass`; `as delivered` is the file in
 * deploy/ with other ports.
 */
export type Passing = 'forwarded-for' | 'nothing' | 'as delivered'

const DELIVERED = join(import.meta.dirname, '../../../../deploy/nginx/portal.conf')

/** Finds the program `nginx` if it is installed; users other than root have no `sbin` in their path. */
export function findNginx(): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/usr/local/sbin']
  return folders.map((folder) => join(folder, 'nginx')).find((file) => existsSync(file))
}

/**
 * Starts nginx in front of servers that listen on these ports of 127.0.0.1. All its files are in a folder of its own,
 * so it needs no privileges and changes no installed configuration.
 */
export async function startNginx(program: string, ports: readonly number[], passing: Passing) {
  const folder = mkdtempSync(join(tmpdir(), 'portal-nginx-'))
  const port = await freePort()
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, configuration({ folder, port, ports, passing, modules: modulesOf(program) }))
  const child = spawn(program, ['-p', folder, '-c', file], { stdio: ['ignore', 'ignore', 'pipe'] })
  let complaint = ''
  child.stderr.setEncoding('utf8').on('data', (chunk) => {
    complaint += chunk
  })
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  const closed = once(child, 'close')

  const nginx = {
    port,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await closed
      rmSync(folder, { recursive: true, force: true })
    },
  }
  try {
    await waitUntil(() => hasEnded() || listens(port))
    if (hasEnded()) throw new Error(`nginx ended: ${complaint}`)
    return nginx
  } catch (error) {
    await nginx[Symbol.asyncDispose]()
    throw error
  }
}

/** Lists the built-in modules of nginx that need a folder for temporary files at the start. */
function modulesOf(program: string): string[] {
  const { stderr } = spawnSync(program, ['-V'], { encoding: 'utf8' })
  return ['fastcgi', 'uwsgi', 'scgi'].filter((name) => !stderr.includes(`without-http_${name}`))
}

function configuration(about: {
  folder: string
  port: number
  ports: readonly number[]
  passing: Passing
  modules: readonly string[]
}): string {
  const { folder, port, ports, passing, modules } = about
  const site = passing === 'as delivered' ? delivered(port, ports) : ownSite(port, ports, passing)
  return `
  daemon off;
  master_process off;
  pid ${folder}/nginx.pid;
  error_log stderr;
  events { worker_connections 1024; }
  http {
    access_log off;
    client_body_temp_path ${folder}/body;
    proxy_temp_path ${folder}/proxy;
    ${modules.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n    ')}
    ${site}
  }
`
}

function ownSite(
  port: number,
  ports: readonly number[],
  passing: Exclude<Passing, 'as delivered'>,
): string {
  const servers = ports.map((one) => `server 127.0.0.1:${one};`).join(' ')
  const passOn = {
    'forwarded-for': `proxy_pass http://site;
        proxy_set_header Host $host;
        proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;`,
    nothing: `proxy_pass http://127.0.0.1:${ports[0]};`,
  }
  return `
    upstream site { ${servers} }
    server {
      listen 127.0.0.1:${port};
      location / {
        ${passOn[passing]}
      }
    }`
}

function delivered(port: number, [first, second]: readonly number[]): string {
  return readFileSync(DELIVERED, 'utf8')
    .replace('listen 80;', `listen 127.0.0.1:${port};`)
    .replace('127.0.0.1:8081', `127.0.0.1:${first}`)
    .replace('127.0.0.1:8082', `127.0.0.1:${second}`)
}

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const [event] = await Promise.race([
    once(socket, 'connect').then(() => ['connect']),
    once(socket, 'close').then(() => ['close']),
  ]).catch(() => ['error'])
  socket.destroy()
  return event === 'connect'
}
