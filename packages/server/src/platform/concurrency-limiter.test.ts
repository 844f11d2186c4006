import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { turnstile } from './concurrency-limiter.ts'
import { Refusal } from './errors.ts'

/** Jobs that run until the test ends them, in the order they began. */
function handJobs(places: number, seats: number) {
  const inTurn = turnstile(places, seats)
  const begun: string[] = []
  const ends = new Map<string, PromiseWithResolvers<string>>()
  return {
    begun,
    start(name: string): Promise<string> {
      return inTurn(() => {
        begun.push(name)
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

test('no more jobs run at once than there are places, and the others follow in order', async () => {
  const jobs = handJobs(2, 10)
  const results = ['a', 'b', 'c', 'd', 'e'].map((name) => jobs.start(name))
  const atFirst = [...jobs.begun]

  await jobs.end('b')
  const afterOne = [...jobs.begun]
  for (const name of ['a', 'c', 'd', 'e']) await jobs.end(name)

  assert.deepEqual(atFirst, ['a', 'b'])
  assert.deepEqual(afterOne, ['a', 'b', 'c'])
  assert.deepEqual(jobs.begun, ['a', 'b', 'c', 'd', 'e'])
  assert.deepEqual(
    await Promise.all(results),
    ['a', 'b', 'c', 'd', 'e'].map((name) => `${name} is done`),
  )
})

test('a job that finds every seat taken is refused at once, and told when to come again', async () => {
  const jobs = handJobs(1, 2)
  const accepted = ['a', 'b', 'c'].map((name) => jobs.start(name))

  const refused = await jobs.start('d').catch((error) => error)
  for (const name of ['a', 'b', 'c']) await jobs.end(name)
  await Promise.all(accepted)

  assert.ok(refused instanceof Refusal)
  assert.deepEqual([refused.code, refused.details], ['overloaded', { retryAfter: 2 }])
  assert.deepEqual(jobs.begun, ['a', 'b', 'c'])
})

test('a seat that was left is taken by the next job', async () => {
  const jobs = handJobs(1, 1)
  const before = [jobs.start('a'), jobs.start('b')]
  await jobs.end('a')

  const after = jobs.start('c')
  await jobs.end('b')
  await jobs.end('c')

  assert.deepEqual(await Promise.all([...before, after]), ['a is done', 'b is done', 'c is done'])
})

test('a job that fails leaves its place to the next and fails nobody else', async () => {
  const jobs = handJobs(1, 5)
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

test('a job that fails before it begins to wait leaves its place as well', async () => {
  const inTurn = turnstile(1, 0)
  const broken = (): Promise<never> => {
    throw new Error('broken')
  }

  await assert.rejects(inTurn(broken), /broken/)

  assert.equal(await inTurn(async () => 'next'), 'next')
})

test('through a long run never more jobs run at once than places', async () => {
  const inTurn = turnstile(3, 1000)
  let running = 0
  let most = 0

  await Promise.all(
    Array.from({ length: 500 }, (_, job) =>
      inTurn(async () => {
        running += 1
        most = Math.max(most, running)
        for (let ticks = job % 4; ticks > 0; ticks -= 1) await turn()
        running -= 1
      }),
    ),
  )

  assert.deepEqual([most, running], [3, 0])
})
