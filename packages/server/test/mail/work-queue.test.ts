import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { WorkQueue } from '../../src/mail/work-queue.ts'

type Job = { start: Promise<void>; begin(): void; end(): void; run(): Promise<void> }

function job(): Job {
  const [started, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  return {
    start: started.promise,
    begin: started.resolve,
    end: ended.resolve,
    async run() {
      started.resolve()
      await ended.promise
    },
  }
}

function never(error: unknown): void {
  throw error
}

test('a work queue runs at most the allowed number of jobs concurrently', async () => {
  const jobs = Array.from({ length: 5 }, job)
  const waiting = [...jobs]
  let [running, most, done] = [0, 0, 0]
  const take = async () => {
    const next = waiting.shift()
    return (
      next &&
      (async () => {
        running += 1
        most = Math.max(most, running)
        await next.run()
        running -= 1
        done += 1
      })
    )
  }
  const queue = new WorkQueue(2, take, never)

  queue.wake()
  await Promise.all(jobs.slice(0, 2).map(({ start }) => start))
  await turn()
  const left = waiting.length
  for (const { end } of jobs) end()
  await queue.idle()

  assert.deepEqual([left, most, done], [3, 2, 5])
})

test('work that arrives just after a worker found an empty queue is done', async () => {
  const answer = Promise.withResolvers<void>()
  const waiting: (() => Promise<void>)[] = []
  let [takes, done] = [0, 0]
  const queue = new WorkQueue(
    1,
    async () => {
      takes += 1
      const found = waiting.shift()
      if (takes === 1) await answer.promise // the worker has found nothing and is about to return
      return found
    },
    never,
  )

  queue.wake()
  waiting.push(async () => {
    done += 1
  })
  queue.wake()
  answer.resolve()
  await queue.idle()

  assert.equal(done, 1)
})

test('a stopped queue starts no more work and finishes the work in progress', async () => {
  const [first, second] = [job(), job()]
  const waiting = [first, second]
  let done = 0
  const queue = new WorkQueue(
    1,
    async () => {
      const next = waiting.shift()
      return (
        next &&
        (async () => {
          await next.run()
          done += 1
        })
      )
    },
    never,
  )

  queue.wake()
  await first.start
  queue.stop()
  queue.wake()
  first.end()
  await queue.idle()

  assert.deepEqual([done, waiting], [1, [second]])
})

test('a worker does the next job after a failed job', async () => {
  const errors: unknown[] = []
  const broken = new Error('broken')
  let done = 0
  const work = async (): Promise<void> => {
    done += 1
  }
  const waiting = [async () => Promise.reject(broken), work]
  const queue = new WorkQueue(
    1,
    async () => waiting.shift(),
    (error) => errors.push(error),
  )

  queue.wake()
  await queue.idle()
  queue.wake()
  await queue.idle()

  assert.deepEqual([errors, done], [[broken], 1])
})
