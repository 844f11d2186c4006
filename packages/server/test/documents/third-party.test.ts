import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { build } from 'vite'
import { buildModule } from '../../../../scripts/build/module.ts'
import { billOf, listShipped } from '../../../../scripts/build/third-party/bill.ts'
import {
  bundledIn,
  LICENCES_FILE,
  licencesOf,
} from '../../../../scripts/build/third-party/bundled.ts'
import { dependencyViolations } from '../../../../scripts/build/third-party/dependency-lines.ts'
import { EXCEPTIONS, licenceViolations } from '../../../../scripts/build/third-party/licences.ts'
import { lockOfTree, readLock, root } from '../../../../scripts/build/third-party/lock.ts'
import { webBuild } from '../../../../scripts/build/web.ts'
import { newFolder } from '../support/server-process.ts'
import { sqliteTest } from '../support/sqlite-test.ts'

const argparse = { name: 'argparse', licence: EXCEPTIONS.argparse?.licence, isDev: false }

test('a dependency with a licence that is not permissive is reported', () => {
  const good = ['MIT', '(MIT OR Apache-2.0)', 'GPL-3.0 OR MIT', 'MIT AND ISC']
  const bad = [
    undefined,
    '',
    'GPL-3.0',
    'AGPL-3.0-only',
    'MIT AND GPL-3.0',
    'SEE LICENSE IN X',
    'MPL-2.0',
    'PSF-2.0',
  ]
  const shipped = (licence: string | undefined) => ({ name: 'x', licence, isDev: false })

  const of = (licences: (string | undefined)[]) =>
    licenceViolations([argparse, ...licences.map(shipped)])

  assert.deepEqual(of(good), [])
  assert.equal(of(bad).length, bad.length)
  assert.deepEqual(
    licenceViolations([argparse, { name: 'tool', licence: 'MPL-2.0', isDev: true }]),
    [],
  )
  assert.deepEqual(licenceViolations([{ name: 'tool', licence: 'GPL-3.0', isDev: true }]), [
    'tool: the licence GPL-3.0 is not allowed',
    'argparse: the exception for PSF-2.0 is no longer needed',
  ])
})

test('a dependency without a correct line in docs/dependencies.md is reported', () => {
  const lock = readLock(
    JSON.stringify({
      packages: {
        '': { name: 'house', devDependencies: { tool: '1.0.0', silent: '1.0.0', own: '1.0.0' } },
        'node_modules/tool': { version: '1.0.0', license: 'MIT', hasInstallScript: true },
        'node_modules/silent': { version: '1.0.0', license: 'ISC' },
        'node_modules/own': { version: '1.0.0', license: 'MIT' },
      },
    }),
  )
  const document = `# Title

## the root

| Package | For | Why | Licence | Install script |
|---|---|---|---|---|
| \`tool\` | x | y | MIT | no |
| \`silent\` | x | y | MIT | no |
| \`gone\` | x | y | MIT | no |
`

  assert.deepEqual(dependencyViolations(document, lock), [
    'the root: own has no line',
    'the root: gone is not a dependency',
    'the root: tool has an install script',
    'the root: silent has the licence ISC',
  ])
})

test('the built pages contain the licences of everything that is bundled', async () => {
  const built = await build({ ...webBuild, build: { write: false } })

  const parts = [built].flat().flatMap((one) => ('output' in one ? one.output : []))
  const files = parts.flatMap((part) => (part.type === 'chunk' ? part.moduleIds : []))
  const names = new Set(
    files.flatMap((file) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? []),
  )
  const licences = parts.find(({ fileName }) => fileName === LICENCES_FILE)
  const text = licences?.type === 'asset' ? String(licences.source) : ''
  assert.ok(names.size > 10)
  assert.deepEqual(namesIn(text), [...names].sort())
  assert.match(text, /Copyright \(c\) 2018-present, Yuxi \(Evan\) You/)
})

sqliteTest('the site serves the licences of the bundled packages', async (site) => {
  const { status, headers, text } = await site.browser().get(`/${LICENCES_FILE}`)

  assert.deepEqual([status, headers['content-type']], [200, 'text/plain; charset=utf-8'])
  assert.ok(namesIn(text).includes('vue-router'))
})

test('the launcher module contains the licences of everything that is bundled', async () => {
  using folder = newFolder()
  await buildModule(join(folder.path, 'module'))

  const text = readFileSync(join(folder.path, 'module', LICENCES_FILE), 'utf8')

  assert.deepEqual(namesIn(text), ['@grpc/grpc-js', '@js-sdsl/ordered-map'])
  assert.match(text, /TERMS AND CONDITIONS FOR USE, REPRODUCTION, AND DISTRIBUTION/)
})

function namesIn(licences: string): string[] {
  return bundledIn(licences).map((one) => one.slice(0, one.lastIndexOf('@')))
}

test('a bundle with a package that may not be redistributed is not built', () => {
  const ours = join(root, 'packages/contract/src/index.ts')
  const tool = join(root, 'node_modules/axe-core/axe.js')

  assert.equal(licencesOf([ours]), '')
  assert.throws(() => licencesOf([ours, tool]), /not allowed in a bundle: axe-core .*MPL-2.0/)
})

test('the bill of materials lists every installed or bundled package but no tool', () => {
  const lock = lockOfTree()
  const bundled = [...lock.packages.values()]
    .filter(({ name }) => ['three', 'reka-ui'].includes(name)) // the second needs a package that is missing
    .map(({ name, version }) => `${name}@${version}`)
  const shipped = listShipped(lock, { 'packages/web': bundled })

  const { components, dependencies } = billOf(lock, shipped)

  const refs = components.map((one) => one['bom-ref'])
  const installed = [...lock.packages.values()].filter(({ isDev }) => !isDev)
  for (const { name, version } of installed) {
    assert.ok(
      components.some((one) => one.name === name && one.version === version),
      name,
    )
  }
  assert.ok(!components.some(({ name }) => name === 'typescript' || name === 'esbuild'))
  assert.deepEqual(
    components.filter(({ name }) => name === 'three').map(({ properties }) => properties),
    [[{ name: 'portal:part', value: 'packages/web' }]],
  )
  assert.equal(new Set(refs).size, refs.length)
  assert.deepEqual(
    dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !refs.includes(ref)),
    [],
  )
  for (const { name, hashes, licenses } of components) assert.ok(hashes?.length && licenses, name)
  assert.throws(() => listShipped(lock, { 'packages/web': ['three@0.0.0'] }), /npm run build/)
})
