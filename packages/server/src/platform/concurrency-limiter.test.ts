import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { concurrencyLimiter } from './concurrency-limiter.ts'
import { Refusal } from './errors.ts'

/** Makes jobs that run until the test ends them. They are listed in the order in which they started. */
function manualJobs(maxRunning: number, maxQueued: number) {
  const runLimited = concurrencyLimiter(maxRunning, maxQueued)
  const started: string[] = []
  const ends = new Map<string, PromiseWithResolvers<string>>()
  return {
    started,
    start(name: string): Promise<string> {
      return runLimited(() => {
        started.push(name)
        const job = Promise.withResolvers<string>()
        ends.set(name, job)
        return job.promise
      })
    },
    async end(name: string, error?: Error) {
      if (error) ends.get(name)?.reject(error)
      else ends.get(name)?.resolve(`${name} is done`)
      await turn()
    },
  }
}

test('at most the allowed number of jobs run at a time, and queued jobs start in order', async () => {
  const jobs = manualJobs(2, 10)
  const results = ['a', 'b', 'c', 'd', 'e'].map((name) => jobs.start(name))
  const atFirst = [...jobs.started]

  await jobs.end('b')
  const afterOne = [...jobs.started]
  for (const name of ['a', 'c', 'd', 'e']) await jobs.end(name)

  assert.deepEqual(atFirst, ['a', 'b'])
  assert.deepEqual(afterOne, ['a', 'b', 'c'])
  assert.deepEqual(jobs.started, ['a', 'b', 'c', 'd', 'e'])
  assert.deepEqual(
    await Promise.all(results),
    ['a', 'b', 'c', 'd', 'e'].map((name) => `${name} is done`),
  )
})

test('a job is refused with a retry time when the queue is full', async () => {
  const jobs = manualJobs(1, 2)
  const accepted = ['a', 'b', 'c'].map((name) => jobs.start(name))

  const refused = await jobs.start('d').catch((error) => error)
  for (const name of ['a', 'b', 'c']) await jobs.end(name)
  await Promise.all(accepted)

  assert.ok(refused instanceof Refusal)
  assert.deepEqual([refused.code, refused.details], ['overloaded', { retryAfter: 2 }])
  assert.deepEqual(jobs.started, ['a', 'b', 'c'])
})

test('a freed place in the queue accepts the next job', async () => {
  const jobs = manualJobs(1, 1)
  const before = [jobs.start('a'), jobs.start('b')]
  await jobs.end('a')

  const after = jobs.start('c')
  await jobs.end('b')
  await jobs.end('c')

  assert.deepEqual(await Promise.all([...before, after]), ['a is done', 'b is done', 'c is done'])
})

test('a failed job frees its place and fails no other job', async () => {
  const jobs = manualJobs(1, 5)
  const [failing, following] = [jobs.start('a'), jobs.start('b')]
  const failed = failing.catch((error) => error.message)

  await jobs.end('a', new Error('a failed'))
  await jobs.end('b')
  const later = jobs.start('c')
  await jobs.end('c')

  assert.deepEqual(await Promise.all([failed, following, later]), [
    'a failed',
    'b is done',
    'c is done',
  ])
})

test('a job that throws synchronously frees its place', async () => {
  const runLimited = concurrencyLimiter(1, 0)
  const broken = (): Promise<never> => {
    throw new Error('broken')
  }

  await assert.rejects(runLimited(broken), /broken/)

  assert.equal(await runLimited(async () => 'next'), 'next')
})

test('never more jobs run than allowed during a long run', async () => {
  const runLimited = concurrencyLimiter(3, 1000)
  let running = 0
  let most = 0

  await Promise.all(
    Array.from({ length: 500 }, (_, job) =>
      runLimited(async () => {
        running += 1
        most = Math.max(most, running)
        for (let ticks = job % 4; ticks > 0; ticks -= 1) await turn()
        running -= 1
      }),
    ),
  )

  assert.deepEqual([most, running], [3, 0])
})
