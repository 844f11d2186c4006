import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { IMPORT_PART_LIMIT, type ImportRun } from '@portal/contract'
import { DONE } from '../../packages/server/src/cli/failure.ts'
import { form } from '../../packages/server/test/profiles/textures/texture-requests.ts'
import {
  runProgram,
  type Server,
  startPortal,
} from '../../packages/server/test/support/server-process.ts'
import { cpuOf, peakOf } from './process-figures.ts'

const PASSWORD = 'correct horse battery staple'
const POLL_INTERVAL = 1000

/**
 * The figures of an import in the panel: the memory of its server before and at the end, and its CPU time.
 */
export type WatchedPanel = {
  idleMb: number
  peakMb: number
  seconds: number
  cpuSeconds: number
  run: ImportRun
}

/** Imports in the panel of a new server, with an upload or an address, and watches its memory. */
export async function watchPanel(
  { source, from }: { source: string; from: string },
  env: Record<string, string>,
): Promise<WatchedPanel> {
  const create = ['player', 'create', 'Owner', '--password-stdin', '--superuser', '--activated']
  const { code, stderr } = await runProgram(create, env, `${PASSWORD}\n`)
  if (code !== DONE) throw new Error(stderr)
  await using server = await startPortal(env)
  const caller = callerOf(server)
  await caller.send('GET', '/admin/import')
  const idleMb = peakOf(server.pid) ?? 0
  const [began, cpuBefore] = [performance.now(), cpuOf(server.pid) ?? 0]
  const isAddress = from.includes('://')
  if (!isAddress) await upload(caller, server.url, from)
  const look = { source, ...(isAddress && { address: from }) }
  await caller.send('POST', '/admin/import', look)
  const ready = await inPhase(caller, ['ready', 'failed'])
  if (ready.phase === 'failed') throw new Error(ready.failure ?? '')
  const go = { withoutProof: true, skipFaulty: true, update: false }
  await caller.send('POST', '/admin/import/start', go)
  const run = await inPhase(caller, ['done', 'failed'])
  const cpuSeconds = (cpuOf(server.pid) ?? 0) - cpuBefore
  const seconds = (performance.now() - began) / 1000
  return { idleMb, peakMb: peakOf(server.pid) ?? 0, seconds, cpuSeconds, run }
}

type Caller = ReturnType<typeof callerOf>

/** Signs in as the administrator, and again after the token has expired. */
function callerOf(server: Server) {
  let token = ''
  const tokenOf = async (): Promise<string> => {
    const given = { username_or_email: 'Owner', password: PASSWORD }
    const { status, body } = await server.send('POST', '/auth/login', given)
    if (status !== 200) throw new Error(JSON.stringify(body))
    return body.accessToken
  }
  return {
    token: () => token,
    async send(method: string, path: string, payload?: object) {
      for (;;) {
        const reply = await server.send(method, path, payload, { authorization: `Bearer ${token}` })
        if (reply.status < 300) return reply.body
        // a sign-in also counts as the re-authentication that the start of an import requires
        if (reply.status === 401 || reply.body.error === 'auth.proofrequired')
          token = await tokenOf()
        else if (reply.status === 429 || reply.status === 503) await sleep(POLL_INTERVAL)
        else throw new Error(`${path}: ${JSON.stringify(reply.body)}`)
      }
    },
  }
}

async function upload({ token }: Caller, url: string, path: string): Promise<void> {
  const { size } = statSync(path)
  const file = openSync(path, 'r')
  const bytes = Buffer.alloc(IMPORT_PART_LIMIT)
  for (let offset = 0; offset < size; offset += bytes.length) {
    const part = bytes.subarray(0, readSync(file, bytes, 0, bytes.length, offset))
    const { body, headers } = form(part)
    const query = new URLSearchParams({
      name: 'players',
      size: String(size),
      offset: String(offset),
    })
    const reply = await fetch(`${url}/admin/import/file?${query}`, {
      method: 'PUT',
      body: new Uint8Array(body),
      headers: { ...headers, authorization: `Bearer ${token()}` },
    })
    if (reply.status !== 200) throw new Error(await reply.text())
  }
  closeSync(file)
}

async function inPhase(caller: Caller, phases: readonly ImportRun['phase'][]): Promise<ImportRun> {
  for (;;) {
    const { run } = await caller.send('GET', '/admin/import')
    if (phases.includes(run.phase)) return run
    await sleep(POLL_INTERVAL)
  }
}
