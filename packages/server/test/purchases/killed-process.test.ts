import assert from 'node:assert/strict'
import { createHash, createHmac } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { newPlace, runPortal, type Server, startPortal } from '../support/server-process.ts'
import { type DatabaseKind, databases, PASSWORD } from '../support/site.ts'
import { paymentOf, SECRET } from './tebex-shop.ts'

const ROUNDS = 4
const COPIES = 5

databaseTest(
  'a payment is given once even if the process is killed during its callback',
  async (database) => {
    await using place = await newPlace(database, 'set up')
    const { env } = place
    const secretFile = join(String(env.DATA_DIR), 'secret')
    writeFileSync(secretFile, SECRET)
    const enable = ['purchases', 'enable', 'tebex', '--secret-file', secretFile, '--json']
    const { pathname } = new URL(JSON.parse((await runPortal(enable, env)).stdout).url)
    await runPortal(['purchases', 'map', 'tebex', '1', '--virtual', '1'], env)

    for (let round = 0; round < ROUNDS; round += 1) {
      await using server = await startPortal(env)
      if (round === 0) await register(server)
      const copies = Array.from({ length: COPIES }, (_, copy) =>
        pay(server, pathname, `tbx-${round}`, copy),
      )
      const settled = Promise.allSettled(copies)
      if (round % 2 === 0) await Promise.any(copies) // one copy was answered; the others may have been executed or not
      server.kill('SIGKILL')
      await settled
    }
    await using server = await startPortal(env)
    const statuses = []
    for (let round = 0; round < ROUNDS; round += 1) {
      statuses.push(await pay(server, pathname, `tbx-${round}`, COPIES))
    }

    assert.deepEqual(statuses, Array(ROUNDS).fill(200))
    const balance = await runPortal(['player', 'balance', 'Steve', '--json'], env)
    assert.equal(JSON.parse(balance.stdout).virtual, ROUNDS)
  },
)

function databaseTest(name: string, run: (database: DatabaseKind) => Promise<void>): void {
  for (const database of databases) test(`${name} (${database})`, () => run(database))
}

async function register(server: Server): Promise<void> {
  const account = { username: 'Steve', email: 'steve@example.org', password: PASSWORD }
  const { status } = await server.send('POST', '/auth/register', account)
  assert.equal(status, 201)
}

async function pay(server: Server, path: string, payment: string, copy: number): Promise<number> {
  const callback = {
    id: `${payment}-${copy}`,
    type: 'payment.completed',
    subject: paymentOf({ payment }),
  }
  const digest = createHash('sha256').update(JSON.stringify(callback)).digest('hex')
  const signature = createHmac('sha256', SECRET).update(digest).digest('hex')
  const { status } = await server.send('POST', path, callback, { 'x-signature': signature })
  return status
}
