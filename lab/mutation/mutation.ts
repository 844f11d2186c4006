import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { startEmbeddedPostgres } from '../../scripts/test/embedded-postgres.ts'
import { applyMutation, locateTest, type Mutation, readMutations } from './mutations.ts'
import { ProjectCopy } from './project-copy.ts'

const USAGE = `npm run -s test:mutation -- [text …] [--list]

Mutation tests: applies each fault listed in lab/mutation/*.yaml to a copy of the project, runs the test
that is named beside it, and expects the test to fail. Takes about five seconds per mutation. CI only checks
with --list that every mutation still applies.
  text    only mutations whose topic, file or test contains one of these texts
  --list  only report mutations whose text or test is not found`

const MAX_MUTATIONS = 200

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { list: { type: 'boolean' }, help: { type: 'boolean' } },
})
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1)) // cleans up
if (values.help) console.log(USAGE)
else process.exitCode = values.list ? list() : await run()

/**
 * Checks that every mutation applies. @returns the exit code: 1 if a mutation does not apply, its test is missing, or
 * there are too many
 */
function list(): number {
  const mutations = readMutations()
  let faults = 0
  for (const mutation of mutations) {
    const fault = validateMutation(mutation)
    if (!fault) continue
    faults += 1
    console.log(`${mutation.topic}.yaml: ${mutation.test}: ${fault}`)
  }
  console.log(`${mutations.length} mutations (at most ${MAX_MUTATIONS}), ${faults} do not apply`)
  return faults > 0 || mutations.length > MAX_MUTATIONS ? 1 : 0
}

function validateMutation(mutation: Mutation): string | undefined {
  if (!locateTest(mutation.test)) return 'there is no such test'
  if (applyMutation(mutation) === undefined) {
    return `the text to replace is not in ${mutation.file}, or occurs more than once`
  }
  return undefined
}

/** Runs the chosen mutations. @returns the exit code: 1 if a test passes although its promise is broken */
async function run(): Promise<number> {
  const mutations = readMutations().filter(
    ({ topic, file, test }) =>
      positionals.length === 0 ||
      positionals.some((text) => `${topic} ${file} ${test}`.includes(text)),
  )
  const queue = mutations.values()
  let failed = 0

  await using postgres = new AsyncDisposableStack()
  if (!process.env.TEST_DATABASE_URL) {
    const server = await startEmbeddedPostgres(['fsync=off', 'max_connections=300'])
    postgres.defer(() => server.stop())
    process.env.TEST_DATABASE_URL = server.url
  }
  await Promise.all(
    Array.from({ length: Math.min(mutations.length, availableParallelism()) }, async () => {
      using copy = new ProjectCopy()
      for (const mutation of queue) {
        const problem = await tryMutation(copy, mutation)
        if (problem) failed += 1
        console.log(problem ? `FAILED ${mutation.test}: ${problem}` : `ok     ${mutation.test}`)
      }
    }),
  )
  console.log(`${mutations.length - failed} passed, ${failed} failed`)
  return failed > 0 || mutations.length === 0 ? 1 : 0
}

/** Runs the test of a mutation. @returns the problem; undefined if the test fails as it must */
async function tryMutation(copy: ProjectCopy, mutation: Mutation): Promise<string | undefined> {
  const fault = validateMutation(mutation)
  const text = applyMutation(mutation)
  if (fault || text === undefined) return fault
  const restore = copy.write(mutation.file, text)
  try {
    const { passed, failed, ended } = await copy.runTest(mutation.test)
    if (!ended) return 'the test does not end'
    if (failed > 0) return undefined
    return passed > 0 ? 'the test still passes' : 'no such test was run'
  } finally {
    restore()
  }
}
