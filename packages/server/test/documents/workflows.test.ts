import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import Type from 'typebox'
import { Compile } from 'typebox/compile'
import { parse } from 'yaml'
import { ROOT } from './documents.ts'

const Workflow = Compile(
  Type.Object({
    permissions: Type.Record(Type.String(), Type.String()),
    jobs: Type.Record(
      Type.String(),
      Type.Object({
        steps: Type.Array(
          Type.Object({
            uses: Type.Optional(Type.String()),
            run: Type.Optional(Type.String()),
          }),
        ),
      }),
    ),
  }),
)

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const workflow = (path: string) => Workflow.Parse(parse(read(path)))

test('the jobs for a pull request run the checks and tests of .ci/run', () => {
  const { permissions, jobs } = workflow('.github/workflows/ci.yml')
  const runs = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []))
  const tests = globSync('packages/*/{src,test}/**/*.test.ts', { cwd: ROOT })
  const isOfPages = (path: string) => path.startsWith('packages/web/')

  assert.deepEqual(permissions, { contents: 'read' })
  for (const command of read('.ci/run').match(/^npm (?:ci|run check)$/gm) ?? []) {
    assert.ok(runs.includes(command), command)
  }
  assert.ok(runs.includes('npm test -- --quick'))
  assert.ok(tests.some(isOfPages) && !tests.every(isOfPages))
  const listed = runs.flatMap((run) => /\$\((git ls-files .+)\)$/.exec(run)?.[1] ?? [])
  assert.deepEqual(listed, [
    `git ls-files 'packages/*.test.ts' | grep -v '^packages/web/'`,
    `git ls-files 'packages/web/*.test.ts'`,
  ])
})

test('workflows pin every action to a version', () => {
  const paths = globSync('.github/workflows/*.yml', { cwd: ROOT })
  const used = paths.flatMap((path) =>
    Object.values(workflow(path).jobs).flatMap(({ steps }) =>
      steps.flatMap(({ uses }) => uses ?? []),
    ),
  )

  assert.ok(used.length > 8)
  assert.deepEqual(
    used.filter((action) => !/@v\d+\.\d+\.\d+$/.test(action)),
    [],
  )
})
