import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openLog } from '../../platform/log.ts'
import { backgroundWriter } from './background-writer.ts'

test('writes run one after another, in the order they were queued', async () => {
  const writer = backgroundWriter(silent())
  const events: string[] = []
  const job = (name: string) => async () => {
    events.push(`${name} begins`)
    await Promise.resolve()
    events.push(`${name} ends`)
  }

  for (const name of ['a', 'b', 'c']) writer.write(name, job(name))
  await writer.flushed()

  assert.deepEqual(
    events,
    ['a', 'b', 'c'].flatMap((name) => [`${name} begins`, `${name} ends`]),
  )
})

test('only the newest version of a queued write is written', async () => {
  const writer = backgroundWriter(silent())
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const written: string[] = []

  writer.write('a', () => held)
  for (const text of ['old', 'newer', 'newest']) {
    writer.write('b', async () => void written.push(text))
  }
  release()
  await writer.flushed()

  assert.deepEqual(written, ['newest'])
})

test('a failed write is logged and does not block the others', async () => {
  const lines: string[] = []
  const writer = backgroundWriter(openLog('error', { write: (line) => void lines.push(line) }))
  const written: string[] = []

  writer.write('a', () => Promise.reject(new Error('the disk is full')))
  writer.write('b', async () => void written.push('b'))
  await writer.flushed()
  writer.write('a', async () => void written.push('a'))
  await writer.flushed()

  assert.deepEqual(written, ['b', 'a'])
  assert.deepEqual(
    lines.map((line) => JSON.parse(line)).map(({ note, err }) => [note, err.message]),
    [['a', 'the disk is full']],
  )
})

test('stopping does not wait for a write that never ends', async () => {
  const writer = backgroundWriter(silent())
  const written: string[] = []

  writer.write('a', () => new Promise(() => undefined))
  writer.write('b', async () => void written.push('b'))
  await writer.stop(1)

  assert.deepEqual(written, [])
})

function silent() {
  return openLog('silent', { write: () => undefined })
}
