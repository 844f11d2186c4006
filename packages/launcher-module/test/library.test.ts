import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { buildLibrary } from '../../../scripts/build/module.ts'
import { newFolder } from './program.ts'
import { openStandIn, profileOf, STEVE } from './stand-in-site.ts'

const root = join(import.meta.dirname, '..')
const run = promisify(execFile)

/** Creates a project with only this package installed. @returns its folder */
async function newProject(): Promise<string> {
  const project = newFolder().path
  const installed = join(project, 'node_modules/@portal/launcher-module')
  mkdirSync(installed, { recursive: true })
  cpSync(join(root, 'package.json'), join(installed, 'package.json'))
  await buildLibrary(join(installed, 'dist/library'))
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }')
  return project
}

test('every example of the README compiles and runs with only this package installed', async () => {
  const project = await newProject()
  await using site = await openStandIn(({ path }) => {
    if (path === 'ping') return { json: { name: 'Craftland', version: '1.2.3' } }
    if (path.startsWith('news')) return { json: { items: [] } }
    return { json: profileOf({ groups: ['vip'] }) }
  })
  const readme = readFileSync(join(root, 'README.md'), 'utf8')
  const examples = [...readme.matchAll(/```ts\n(.*?)```/gs)].map(([, code = '']) => code)
  for (const [number, code] of examples.entries()) {
    const here = code.replace('https://example.org', site.url)
    writeFileSync(join(project, `example-${number}.ts`), here)
  }

  await checkTypes(project)
  const outputs: string[] = []
  for (const number of examples.keys()) {
    const { stdout } = await run(process.execPath, [join(project, `example-${number}.ts`)])
    outputs.push(stdout)
  }

  assert.equal(examples.length, 5)
  assert.ok(outputs.every((output) => output !== ''))
  assert.match(outputs.join(''), new RegExp(STEVE))
})

/** Fails with the compiler's errors about the project's own files and the package's types. */
async function checkTypes(project: string): Promise<void> {
  const own = { module: 'nodenext', target: 'esnext', strict: true, noEmit: true, types: [] }
  writeFileSync(
    join(project, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: { ...own, skipLibCheck: false }, include: ['*.ts'] }),
  )
  const typescript = join(import.meta.dirname, '../../../node_modules/typescript/bin/tsc')
  await run(process.execPath, [typescript, '-p', project]).catch(({ stdout }) => {
    throw new Error(stdout)
  })
}

const MISTAKES = [
  "openPortal({ url: 'https://example.org' })",
  "openPortal({ url: 'https://example.org', apiKey: 'key', timeout: 5 })",
  "openPortal({ url: 'https://example.org', apiKey: 'key', timout: '5s' })",
  "portal.signIn({ type: 'portal' })",
  "portal.skin({ type: 'portal' })",
  "portal.access({ failOpen: 'no' })",
  "portal.news({ limit: '10' })",
]

test('the TypeScript compiler reports invalid calls and settings of the library', async () => {
  const project = await newProject()
  const lines = [
    "import { openPortal, type Portal } from '@portal/launcher-module'",
    'declare const portal: Portal',
    ...MISTAKES.map((mistake) => `// @ts-expect-error\n${mistake}`),
  ]
  writeFileSync(join(project, 'mistakes.ts'), lines.join('\n'))

  await assert.doesNotReject(checkTypes(project))
})

test('the library imports only modules of Node', async () => {
  const project = await newProject()
  const file = join(project, 'node_modules/@portal/launcher-module/dist/library/index.js')

  const imported = [
    ...readFileSync(file, 'utf8').matchAll(/(?:from|import\(|require\() ?"([^"]+)"/g),
  ]

  assert.deepEqual(new Set(imported.map(([, name]) => name?.split(':')[0])), new Set(['node']))
})
