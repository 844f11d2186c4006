import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { newPlace, startPortal } from '../support/server-process.ts'
import { waitUntil } from '../support/wait-until.ts'

test('a client connected while the process stops still gets a response', async () => {
  await using place = await newPlace('SQLite')
  await using server = await startPortal(place.env)
  const socket = connect(server.port, '127.0.0.1')
  await once(socket, 'connect')
  await server.send('GET', '/health/live') // by now the earlier connection has been accepted

  server.kill('SIGTERM')
  await waitUntil(async () => !(await isLetIn(server.port)))
  socket.write('GET /config HTTP/1.1\r\nHost: localhost\r\n\r\n')
  const reply = await text(socket)

  assert.match(reply, /^HTTP\/1\.1 200 OK\r\n/)
  assert.match(reply, /\r\nconnection: close\r\n/i)
  assert.deepEqual(await server.ended(), { code: 0, signal: null })
})

test('during SHUTDOWN_DELAY, visitors are served while the readiness check fails', async () => {
  await using place = await newPlace('SQLite')
  await using server = await startPortal({ ...place.env, SHUTDOWN_DELAY: '1h' })

  server.kill('SIGTERM')
  await waitUntil(async () => (await server.send('GET', '/health/ready')).status === 503)
  const live = await server.send('GET', '/health/live')
  const visited = await server.send('GET', '/config')
  const hasEnded = server.hasEnded()
  server.kill('SIGTERM') // the second signal ends the delay

  assert.deepEqual([live.status, visited.status, hasEnded], [200, 200, false])
  assert.equal(visited.headers.get('connection'), 'close')
  assert.deepEqual(await server.ended(), { code: null, signal: 'SIGTERM' })
})

async function isLetIn(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const letIn = await once(socket, 'connect').catch(() => undefined)
  socket.destroy()
  return letIn !== undefined
}
