import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CorruptBackup, type Line, readLines, writeLines } from './backup-lines.ts'

const header = { portal: '1.0.0', madeAt: '2030-01-01', migrations: ['001'], encryptionKey: null }
const lines: Line[] = [
  { header },
  { table: 'player', columns: ['id', 'bytes'] },
  { row: ['Стив\n"', Buffer.from([0, 255])] },
  { row: ['Alex', null] },
  { row: ['n', -1.5] },
]

async function* each<T>(items: readonly T[]): AsyncIterable<T> {
  yield* items
}

async function written(): Promise<string[]> {
  const text = Buffer.concat(await Array.fromAsync(writeLines(each(lines)))).toString()
  return text.split('\n').slice(0, -1)
}

const read = (texts: readonly string[]) =>
  Array.fromAsync(readLines(each(texts.map((text) => Buffer.from(`${text}\n`)))))

test('a written backup can be read, however its bytes are split', async () => {
  const bytes = Buffer.from(`${(await written()).join('\n')}\n`)

  for (const size of [1, 7, bytes.length]) {
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) =>
      bytes.subarray(n * size, (n + 1) * size),
    )
    const [end, ...found] = (await Array.fromAsync(readLines(each(pieces)))).reverse()
    assert.deepEqual(found.reverse(), lines)
    assert.ok(end && 'end' in end && end.rows === 3)
  }
})

test('missing, moved, changed or added lines make a backup corrupt', async () => {
  const [head = '', table = '', steve = '', alex = '', number = '', end = ''] = await written()
  const broken: Record<string, string[]> = {
    'no end': [head, table, steve, alex, number],
    'a row missing': [head, table, steve, alex, end],
    'rows exchanged': [head, table, alex, steve, number, end],
    'a row changed': [head, table, steve, alex.replace('Alex', 'Alec'), number, end],
    'another row for one': [head, table, steve, steve, number, end],
    'something after the end': [head, table, steve, alex, number, end, steve],
    'a line of nothing': [head, table, steve, '', number, end],
    'another table': [head, table.replace('player', 'session'), steve, alex, number, end],
    'another key': [head.replace('null', '"AAAA"'), table, steve, alex, number, end],
    'no header': [table, steve, alex, number, end],
    nothing: [],
  }

  for (const [what, texts] of Object.entries(broken)) {
    await assert.rejects(read(texts), CorruptBackup, what)
  }
})

test('a backup with a newer format is refused as newer', async () => {
  const [head = ''] = await written()

  const future = read([head.replace('"format":1', '"format":2')])

  await assert.rejects(future, new CorruptBackup('the backup was made by a newer Portal'))
})
