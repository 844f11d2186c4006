import assert from 'node:assert/strict'
import { test } from 'node:test'
import { writeZip, type ZipFile } from '../../../src/platform/zip.ts'
import { unzip } from './unzip.ts'

const AT = Date.UTC(2030, 0, 1, 12, 30, 20)

async function zipOf(...files: readonly ZipFile[]): Promise<Buffer> {
  async function* each() {
    yield* files
  }
  return Buffer.concat(await Array.fromAsync(writeZip(each(), AT)))
}

async function* piecesOf(...pieces: readonly string[]): AsyncIterable<string> {
  yield* pieces
}

test('an archive contains each file unchanged, with a name in any alphabet', async () => {
  const bytes = Buffer.from([0, 1, 2, 255])

  const zip = await zipOf(
    { name: 'pictures/скин.png', bytes },
    { name: 'data.json', text: piecesOf('{"name":', '"Стив"}') },
    { name: 'empty.txt', text: piecesOf() },
    { name: 'none', bytes: Buffer.alloc(0) },
  )

  assert.deepEqual(
    [...unzip(zip)].map(([name, content]) => [name, content.toString('latin1')]),
    [
      ['pictures/скин.png', bytes.toString('latin1')],
      ['data.json', Buffer.from('{"name":"Стив"}').toString('latin1')],
      ['empty.txt', ''],
      ['none', ''],
    ],
  )
})

test('a long text is compressed and restored completely', async () => {
  const lines = Array.from({ length: 50_000 }, (_, number) => `line ${number}\n`)

  const zip = await zipOf({ name: 'long.txt', text: piecesOf(...lines) })

  assert.equal(unzip(zip).get('long.txt')?.toString(), lines.join(''))
  assert.ok(zip.length < lines.join('').length / 3)
})

test('an archive without files is valid', async () => {
  assert.deepEqual(unzip(await zipOf()), new Map())
})

test('an error in a text stream aborts the archive', async () => {
  async function* broken(): AsyncIterable<string> {
    yield 'begins'
    throw new Error('the database is gone')
  }

  await assert.rejects(zipOf({ name: 'data.json', text: broken() }), /the database is gone/)
})

test('an archive reads its files only when its reader requests them', async () => {
  const read: string[] = []
  async function* files(): AsyncIterable<ZipFile> {
    for (const name of ['a', 'b', 'c']) {
      read.push(name)
      yield { name, bytes: Buffer.from(name) }
    }
  }

  for await (const _ of writeZip(files(), AT)) break

  assert.deepEqual(read, ['a'])
})
