import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startEmbeddedPostgres } from '../embedded-postgres.ts'
import { type Break, findSource, readBreaks } from './breaks.ts'
import { type Copy, copyProject } from './copy.ts'
import { citedProofs } from './proofs.ts'

const USAGE = `npm run -s prove -- [text …] [--list]

Shows that each test cited in docs/security.md fails when its promise is broken. Applies every break in
scripts/prove/breaks/ to a copy of the project, runs the cited test there and expects it to fail. This
takes about five seconds per break and is not part of CI. Breaks of nginx need it installed.
  text    only breaks whose proof or file name contains one of these texts
  --list  only list breaks that no longer match the sources, and proofs without a break`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { list: { type: 'boolean' }, help: { type: 'boolean' } },
})
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1)) // cleans up
if (values.help) console.log(USAGE)
else process.exitCode = values.list ? list() : await prove()

/** @returns the exit code: 1 if a break is out of date or a proof has none. */
function list(): number {
  const breaks = readBreaks()
  const stale = breaks.filter((one) => !findSource(one))
  const broken = new Set(breaks.map(({ proof }) => proof))
  const without = citedProofs().filter((proof) => !broken.has(proof))
  for (const { proof, listedIn } of stale) console.log(`out of date (${listedIn}): ${proof}`)
  for (const proof of without) console.log(`no break: ${proof}`)
  console.log(
    `${breaks.length} breaks, ${stale.length} out of date; ${without.length} proofs without one`,
  )
  return stale.length + without.length > 0 ? 1 : 0
}

/** @returns the exit code: 1 if a test did not notice a break. */
async function prove(): Promise<number> {
  const wanted = (one: Break): boolean =>
    positionals.length === 0 ||
    positionals.some((text) => `${one.listedIn} ${one.proof}`.includes(text))
  const breaks = readBreaks().filter(wanted)
  const queue = breaks.values()
  let failed = 0

  await using copies = new AsyncDisposableStack()
  copies.use(await sharedPostgres())
  await Promise.all(
    Array.from({ length: Math.min(breaks.length, availableParallelism()) }, async () => {
      const copy = await copyProject()
      copies.defer(() => copy.remove())
      for (const one of queue) {
        const verdict = await tryBreak(copy, one)
        if (verdict !== 'noticed') failed += 1
        console.log(
          `${verdict === 'noticed' ? 'ok    ' : 'FAILED'} ${one.proof}${verdict === 'noticed' ? '' : `: ${verdict}`}`,
        )
      }
    }),
  )
  console.log(`${breaks.length - failed} passed, ${failed} failed`)
  return failed > 0 || breaks.length === 0 ? 1 : 0
}

/** Starts one server for all tests, because a start takes longer than most tests. */
async function sharedPostgres(): Promise<AsyncDisposable> {
  const stack = new AsyncDisposableStack()
  if (process.env.TEST_DATABASE_URL) return stack
  const postgres = await startEmbeddedPostgres(['fsync=off', 'max_connections=300'])
  stack.defer(() => postgres.stop())
  process.env.TEST_DATABASE_URL = postgres.url
  return stack
}

/** Runs the cited test against the broken copy, and restores the copy. */
async function tryBreak(copy: Copy, one: Break): Promise<string> {
  const source = findSource(one)
  if (!source) return 'the text to break occurs nowhere, or more than once'
  if (!existsSync(join(copy.folder, source.path))) return 'the copy has no such file'
  const mend = await copy.write(source.path, source.broken)
  try {
    const { passed, failed, ended } = await copy.runTest(one.case ?? one.proof)
    if (!ended) return 'the test does not end'
    if (failed > 0) return 'noticed'
    return passed > 0 ? 'the test still passes' : 'no such test was run'
  } finally {
    await mend()
  }
}
