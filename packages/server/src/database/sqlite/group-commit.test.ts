import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { groupCommits } from './group-commit.ts'

/** Makes a sync that the test ends by hand. `began` counts the syncs that were started. */
function handSync() {
  const running: PromiseWithResolvers<void>[] = []
  const self = {
    began: 0,
    join: groupCommits(() => {
      self.began += 1
      const run = Promise.withResolvers<void>()
      running.push(run)
      return run.promise
    }),
    /** Ends the oldest running sync, with the error if one is given, and lets the callers that wait for it run. */
    async end(error?: Error) {
      const run = running.shift()
      if (error) run?.reject(error)
      else run?.resolve()
      await turn()
    },
  }
  return self
}

function watch(promise: Promise<void>): { state: string } {
  const seen = { state: 'waits' }
  promise.then(
    () => {
      seen.state = 'done'
    },
    (error: Error) => {
      seen.state = error.message
    },
  )
  return seen
}

test('a write is acknowledged only after a disk sync that began after it', async () => {
  const sync = handSync()
  const first = watch(sync.join())
  const second = watch(sync.join())

  await sync.end()
  const between = [first.state, second.state, sync.began]
  await sync.end()

  assert.deepEqual(between, ['done', 'waits', 2])
  assert.deepEqual([first.state, second.state, sync.began], ['done', 'done', 2])
})

test('all writes that arrive during a disk sync share the next sync', async () => {
  const sync = handSync()
  const first = watch(sync.join())
  const others = Array.from({ length: 100 }, () => watch(sync.join()))

  await sync.end()
  const between = new Set(others.map(({ state }) => state))
  await sync.end()

  assert.equal(first.state, 'done')
  assert.deepEqual(between, new Set(['waits']))
  assert.deepEqual(new Set(others.map(({ state }) => state)), new Set(['done']))
  assert.equal(sync.began, 2)
})

test('a write starts a disk sync if none is running', async () => {
  const sync = handSync()
  const first = watch(sync.join())
  await sync.end()

  const second = watch(sync.join())
  const before = [first.state, second.state]
  await sync.end()

  assert.deepEqual(before, ['done', 'waits'])
  assert.deepEqual([second.state, sync.began], ['done', 2])
})

test('a failed disk sync fails only the writes that waited for it', async () => {
  const sync = handSync()
  const first = watch(sync.join())
  const [second, third] = [watch(sync.join()), watch(sync.join())]

  await sync.end(new Error('the first failed'))
  const fourth = watch(sync.join())
  await sync.end(new Error('the second failed'))
  await sync.end()

  assert.deepEqual(
    [first, second, third, fourth].map(({ state }) => state),
    ['the first failed', 'the second failed', 'the second failed', 'done'],
  )
  assert.equal(sync.began, 3)
})

test('in a long run, no write is acknowledged before a later disk sync has ended', async () => {
  let began = 0
  let ended = 0
  const sync = groupCommits(async () => {
    began += 1
    const mine = began
    for (let ticks = (mine * 7) % 5; ticks >= 0; ticks -= 1) await turn()
    ended = Math.max(ended, mine)
  })
  const tooEarly: number[] = []

  const callers = Array.from({ length: 500 }, async (_, caller) => {
    for (let ticks = (caller * 31) % 200; ticks > 0; ticks -= 1) {
      await (ticks % 3 === 0 ? turn() : undefined) // some calls arrive between two turns of the event loop
    }
    const before = began
    await sync()
    if (ended <= before) tooEarly.push(caller)
  })
  await Promise.all(callers)

  assert.deepEqual(tooEarly, [])
  assert.ok(began < 250) // each sync served many calls
})
