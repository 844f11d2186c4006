import { readFileSync } from 'node:fs'
import { IMPORT_PART_LIMIT, type ImportRun } from '@portal/contract'
import { form } from '../profiles/textures/texture-requests.ts'
import type { owner } from '../support/administrator.ts'
import { bearer, type Reply } from '../support/browser.ts'
import type { Site } from '../support/site.ts'
import { waitUntil } from '../support/wait-until.ts'

type Caller = { send: Awaited<ReturnType<typeof owner>>['send']; accessToken: string }

export function sendPart(
  site: Site,
  { accessToken }: { accessToken: string },
  part: { name: string; size: number; offset: number; bytes: Buffer },
  instance = 0,
): Promise<Reply> {
  const { name, size, offset, bytes } = part
  const query = new URLSearchParams({ name, size: String(size), offset: String(offset) })
  const { body, headers } = form(bytes)
  return site
    .browser({ instance })
    .send('PUT', `/admin/import/file?${query}`, body, { ...bearer(accessToken), ...headers })
}

/** Uploads a file in parts. @returns the response to the last part */
export async function sendFile(
  site: Site,
  caller: { accessToken: string },
  path: string,
  name = 'authme.db',
): Promise<Reply> {
  const file = readFileSync(path)
  const size = file.length
  let reply: Reply | undefined
  for (let offset = 0; offset < size; offset += IMPORT_PART_LIMIT) {
    const bytes = file.subarray(offset, offset + IMPORT_PART_LIMIT)
    reply = await sendPart(site, caller, { name, size, offset, bytes })
    if (reply.status !== 200) return reply
  }
  if (!reply) throw new Error(`${path} is empty`)
  return reply
}

export async function inPhase(
  caller: Caller,
  phases: readonly ImportRun['phase'][],
  instance = 0,
): Promise<ImportRun> {
  let run: ImportRun | undefined
  await waitUntil(async () => {
    run = (await caller.send('GET', '/admin/import', undefined, instance)).body.run
    return run !== undefined && run !== null && phases.includes(run.phase)
  })
  if (!run) throw new Error('there is no run')
  return run
}

/** Uploads a file, starts reading it and waits for the report. */
export async function looked(
  site: Site,
  caller: Caller & { accessToken: string },
  path: string,
  look: object = { source: 'authme' },
): Promise<ImportRun> {
  await sendFile(site, caller, path)
  await caller.send('POST', '/admin/import', look)
  return inPhase(caller, ['ready', 'failed'])
}

export const GO = { withoutProof: true, skipFaulty: true, update: false }
