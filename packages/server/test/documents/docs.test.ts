import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { AREAS } from '../../../../scripts/check/layers.ts'
import { commandTree } from '../../src/cli/run-command.ts'
import { askedOf, faultOf } from './document-commands.ts'
import { type Page, ROOT, readPages, shellCommands, targetOf } from './documents.ts'

const pages = readPages()

test('every link and anchor in a document has a target', () => {
  const lost = pages.flatMap((page) =>
    page.links.filter((link) => !leadsSomewhere(page, link)).map((link) => `${page.path}: ${link}`),
  )

  assert.ok(pages.length > 30)
  assert.deepEqual(lost, [])
})

function leadsSomewhere(page: Page, link: string): boolean {
  const target = targetOf(page, link)
  if (!target) return true
  if (target.anchor === '') return existsSync(join(ROOT, target.path))
  const other = pages.find(({ path }) => path === target.path)
  return other?.headings.some(({ anchor }) => anchor === target.anchor) ?? false
}

test('ARCHITECTURE.md lists every area of the server in the order of the layers', () => {
  const page = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8')
  const listed = [...page.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, area = '']) => area)

  const src = join(ROOT, 'packages/server/src')
  const folders = globSync('*/', { cwd: src }).map((folder) => folder.replace(/\/$/, ''))
  assert.deepEqual(listed.toSorted(), folders.toSorted())
  assert.deepEqual(
    listed,
    AREAS.filter((area) => !area.endsWith('.ts')),
  )
})

test('every file in deploy, lab or scripts that a document names exists', () => {
  const named = codes().flatMap(({ path, code }) =>
    [...code.matchAll(/(?<![\w/.])(?:deploy|lab|scripts)\/[\w./-]*\w/g)].map(([file]) => ({
      path,
      file,
    })),
  )

  assert.ok(named.length > 40)
  assert.deepEqual(
    named.filter(({ file }) => !existsSync(join(ROOT, file)) && !OWN.includes(file)),
    [],
  )
})

/** Files that owners create by following the documents. */
const OWN = ['deploy/.env', 'deploy/secrets', 'deploy/compose.traefik.yaml']

test('every command and flag that a document names exists', () => {
  const tree = commandTree()
  const topics = tree.commands.filter(({ commands }) => commands.length > 0).map((c) => c.name())
  const isTopic = (span: string) => topics.some((name) => span.startsWith(`${name} `))
  const asked = codes().flatMap(({ path, code, isSpan }) =>
    shellCommands(isSpan && isTopic(code) ? `portal ${code}` : code).flatMap((command) => {
      const words = askedOf(command)
      return words ? [{ path, command, fault: faultOf(tree, words) }] : []
    }),
  )

  assert.ok(asked.length > 150)
  assert.deepEqual(
    asked.filter(({ fault }) => fault !== undefined),
    [],
  )
})

test('every npm script that a document names exists', () => {
  const named = codes().flatMap(({ path, code }) =>
    [...code.matchAll(/\bnpm (?:run (?:-s )?([\w:-]+)|(start|test)\b)/g)].map(([, run, word]) => ({
      path,
      script: run ?? word ?? '',
    })),
  )

  assert.ok(named.length > 20)
  assert.deepEqual(
    named.filter(
      ({ path, script }) => !hasScript('.', script) && !hasScript(dirname(path), script),
    ),
    [],
  )
})

function hasScript(folder: string, script: string): boolean {
  const file = join(ROOT, folder, 'package.json')
  return existsSync(file) && script in JSON.parse(readFileSync(file, 'utf8')).scripts
}

test('every variable that a document names is read by the code', () => {
  const settings = quoted('packages/server/src/settings/config.ts')
  const others = [
    'deploy/*.yaml',
    'packages/*/src/**/*.ts',
    'packages/*/test/**/*.ts',
    '{lab,scripts}/**/*.ts',
  ]
  const known = [...settings, ...settings.map((name) => `${name}_FILE`), ...others.flatMap(read)]
  const named = codes().flatMap(({ path, code }) =>
    [...code.matchAll(/\b([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)\b|\b([A-Z]{4,})=/g)].map(
      ([, long, short]) => ({ path, name: long ?? short ?? '' }),
    ),
  )
  const operations = pages.find(({ path }) => path === 'docs/operations.md')

  assert.ok(named.length > 100)
  assert.deepEqual(
    named.filter(({ name }) => !known.includes(name) && !FOREIGN.includes(name)),
    [],
  )
  assert.deepEqual(
    settings.filter((name) => !operations?.spans.includes(name)),
    [],
  )
})

/** Environment variables in the documents that belong to other programs. */
const FOREIGN = [
  ...['NODE_EXTRA_CA_CERTS', 'NODE_OPTIONS', 'REMOTE_ADDR'],
  ...['SITE', 'CLIENT_ID', 'CLIENT_SECRET'], // of the program in sign-in-with-your-site.md
  ...['DB_CONNECTION', 'PWD_METHOD', 'PHP_PASSWORD_HASH'], // of programs from which players are imported
]

/** Returns the quoted names of settings in a source file. */
function quoted(path: string): string[] {
  const source = readFileSync(join(ROOT, path), 'utf8')
  const names = [...source.matchAll(/\b(?:read|textOf)\('([A-Z][A-Z_]+)'/g)].map(
    ([, name = '']) => name,
  )
  return [...new Set(names)]
}

function read(pattern: string): string[] {
  return globSync(pattern, { cwd: ROOT }).flatMap((path) => {
    const source = readFileSync(join(ROOT, path), 'utf8')
    return [...source.matchAll(/\$\{([A-Z_]+):-|env\.([A-Z_]+)/g)].map(([, a, b]) => a ?? b ?? '')
  })
}

/** Lists all code in a page: blocks and spans. */
function codes(): { path: string; code: string; isSpan: boolean }[] {
  return pages.flatMap(({ path, blocks, spans }) => [
    ...blocks.map(({ text }) => ({ path, code: text, isSpan: false })),
    ...spans.map((code) => ({ path, code, isSpan: true })),
  ])
}
