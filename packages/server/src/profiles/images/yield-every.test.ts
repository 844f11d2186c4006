import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drawAvatar, drawBody } from '../renders/draw-flat.ts'
import { drawHead } from '../renders/draw-head.ts'
import { blankBitmap } from './bitmap.ts'

const skin = blankBitmap(1024, 1024)

/** Counts the turns of the event loop while a job runs. */
async function turnsDuring(job: () => Promise<unknown>): Promise<number> {
  let turns = 0
  let isOver = false
  const count = (): void => {
    turns += 1
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  await job()
  isOver = true
  return turns
}

test('drawing a picture regularly lets other work run', async () => {
  const avatar = await turnsDuring(() => drawAvatar(skin, 512))
  const head = await turnsDuring(() => drawHead(skin, 512))
  const body = await turnsDuring(() => drawBody(skin, 'classic', 512))
  const small = await turnsDuring(() => drawAvatar(skin, 64))

  // rows that repeat the row above cost almost nothing
  assert.ok(avatar >= 10, `${avatar}`)
  assert.ok(head >= 100, `${head}`)
  assert.ok(body >= 10, `${body}`)
  assert.ok(small <= 1, `${small}`)
})
