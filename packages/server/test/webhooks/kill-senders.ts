import { setTimeout as sleep } from 'node:timers/promises'
import { openApp } from '../../src/app.ts'
import { COMMAND_LINE } from '../../src/audit/actor.ts'
import { change } from '../../src/audit/change.ts'
import { openLog } from '../../src/platform/log.ts'
import { readConfig } from '../../src/settings/config.ts'
import { upsertSetting } from '../../src/settings/setting-store.ts'
import { createWebhook } from '../../src/webhooks/change-webhook.ts'
import { newPlace, startPortal } from '../support/server-process.ts'
import type { DatabaseKind } from '../support/site.ts'
import { waitUntil } from '../support/wait-until.ts'
import { openReceiver } from './receiver.ts'

const PLAYERS = 40

type Plan = {
  database: DatabaseKind
  events: number
  kills: number
  /** The time between the start of a process and the next kill, in milliseconds. */
  pause: number
  log?: (line: string) => void
}

/**
 * Records events while the processes that send them are killed one after the other, and the receiver refuses every
 * 97th event at first. Returns what was lost, sent more than once, and received out of order.
 */
export async function killSenders({ database, events, kills, pause, log = () => undefined }: Plan) {
  await using place = await newPlace(database, 'set up')
  const refused = new Set<string>()
  await using receiver = await openReceiver(({ id, body }, response) => {
    const isRefused = JSON.parse(body).data.to % 97 === 0 && !refused.has(id)
    if (isRefused) refused.add(id)
    response.writeHead(isRefused ? 500 : 204).end()
  })
  const config = readConfig({
    ...place.env,
    PUBLIC_URL: 'http://localhost:8080',
    LOG_LEVEL: 'fatal',
  })
  const writer = await openApp(config, { log: openLog('fatal') })
  await upsertSetting(writer.db, { name: 'allowedWebhookHosts', value: '127.0.0.1' })
  writer.settings.invalidate()
  await createWebhook(writer, COMMAND_LINE, { name: 'Bot', url: receiver.url })
  const start = () => startPortal({ ...place.env, LOG_LEVEL: 'fatal' })
  const servers = await Promise.all(database === 'PostgreSQL' ? [start(), start()] : [start()])

  let recorded = 0
  const recording = (async () => {
    for (let n = 1; n <= events; n += 1) {
      const player = `00000000-0000-4000-8000-${String(n % PLAYERS).padStart(12, '0')}`
      const data = { player, currency: 'real', from: 0, to: n, reason: 'test' } as const
      await change(writer, COMMAND_LINE, async ({ emit }) => emit('player.balance_changed', data))
      recorded = n
    }
  })()
  for (let kill = 0; kill < kills; kill += 1) {
    await sleep(pause)
    const place = kill % servers.length
    servers[place]?.kill('SIGKILL')
    await waitUntil(() => servers[place]?.hasEnded() ?? true)
    servers[place] = await start()
    log(`kill ${kill + 1}: ${recorded} recorded, ${receiver.received.length} requests received`)
  }
  await recording
  const accepted = () => firstsOf(receiver.received, refused)
  const deadline = performance.now() + 10 * 60_000
  while (accepted().length < events && performance.now() < deadline) await sleep(500)
  for (const server of servers) server.kill('SIGKILL')
  await writer.close()
  const numbers = accepted()
  const isLate = numbers.filter((n, index) =>
    numbers.slice(0, index).some((earlier) => earlier > n && earlier % PLAYERS === n % PLAYERS),
  )
  return {
    lost: events - numbers.length,
    repeated: receiver.received.length - refused.size - numbers.length,
    outOfOrder: isLate.length,
  }
}

/** The numbers of accepted events, in the order of their first acceptance. */
function firstsOf(
  received: readonly { id: string; body: string }[],
  refused: ReadonlySet<string>,
): number[] {
  const seen = new Set<string>()
  const numbers = new Set<number>()
  for (const { id, body } of received) {
    const isRefusal = refused.has(id) && !seen.has(id)
    seen.add(id)
    if (!isRefusal) numbers.add(JSON.parse(body).data.to)
  }
  return [...numbers]
}
