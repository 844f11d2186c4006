import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { auditActionDefinitions } from '@portal/contract'

const SRC = join(import.meta.dirname, '../src')

type Module = { imports: string[]; lazy: string[]; keys: string[]; text: Set<string> }

const modules = new Map<string, Module>()
for (const file of globSync('**/*.{ts,vue}', { cwd: SRC })) modules.set(file, await read(file))
const allKeys = new Set(modules.values().flatMap(({ text }) => text))

/** The layout around the pages of each folder. */
const LAYOUTS = {
  'pages/admin/': 'pages/admin/AdminLayout.vue',
  'pages/account/': 'pages/account/AccountLayout.vue',
  'pages/sign-in/': 'pages/sign-in/AuthLayout.vue',
  'pages/setup/': 'pages/sign-in/AuthLayout.vue',
}
const ROUTES = ['routes.ts', 'pages/admin/load-admin-page.ts']

/** Dialogs over any page, and the page without a layout: no other script provides their texts. */
const ALONE = lazyOf('App.vue')
const pages = ROUTES.flatMap(lazyOf).filter((page) => !ROUTES.includes(page))

test('every page loads the texts that it uses', () => {
  const missing = [
    ...pages.flatMap((page) => missingIn(page, ['main.ts', ...layoutOf(page)])),
    ...ALONE.flatMap((dialog) => missingIn(dialog, ['main.ts'])),
  ]

  assert.ok(pages.length > 40)
  assert.deepEqual([...new Set(missing)].sort(), [])
})

/**
 * Returns the texts that a module and its imports use, but that neither they nor the modules around
 * them load.
 */
function missingIn(entry: string, around: readonly string[], seen = new Set<string>()): string[] {
  seen.add(entry)
  const inside = closureOf([entry])
  const loaded = new Set(
    [...closureOf(around), ...inside].flatMap((name) => [...(modules.get(name)?.text ?? [])]),
  )
  const used = [...inside]
    .flatMap((name) => modules.get(name)?.keys ?? [])
    .filter((key) => isLoaded(key, allKeys) && !(key in auditActionDefinitions)) // the rest are names of files and other strings
  const lazy = [...inside].flatMap(lazyOf).filter((name) => !seen.has(name))
  return [
    ...used.filter((key) => !isLoaded(key, loaded)).map((key) => `${entry}: ${key}`),
    ...lazy.flatMap((name) => missingIn(name, [...around, entry], seen)),
  ]
}

/**
 * Whether a text is loaded. A key that ends in a dot is the beginning of a computed key, so any key with that beginning
 * suffices.
 */
function isLoaded(key: string, loaded: ReadonlySet<string>): boolean {
  return key.endsWith('.') ? loaded.values().some((one) => one.startsWith(key)) : loaded.has(key)
}

function closureOf(names: readonly string[]): Set<string> {
  const seen = new Set<string>()
  const follow = (name: string): void => {
    if (seen.has(name)) return
    seen.add(name)
    for (const needed of modules.get(name)?.imports ?? []) follow(needed)
  }
  for (const name of names) follow(name)
  return seen
}

function lazyOf(name: string): readonly string[] {
  return modules.get(name)?.lazy ?? []
}

function layoutOf(page: string): string[] {
  return Object.entries(LAYOUTS).flatMap(([folder, layout]) =>
    page.startsWith(folder) ? [layout] : [],
  )
}

async function read(file: string): Promise<Module> {
  if (file.startsWith('i18n/en/')) {
    const texts = (await import(join(SRC, file))).default
    return { imports: [], lazy: [], keys: [], text: new Set(keysOf(texts)) }
  }
  const source = readFileSync(join(SRC, file), 'utf8')
  const found = (pattern: RegExp) => [...source.matchAll(pattern)].map(([, one = '']) => one)
  const paths = (pattern: RegExp) => found(pattern).map((path) => join(dirname(file), path))
  return {
    imports: paths(/^(?:import|export) (?!type )(?:[^'()]*? from )?'(\.[^']+)'/gm),
    lazy: paths(/import\('(\.[^']+)'\)/g),
    keys: [...found(/'(\w+(?:\.[\w-]+)+)'/g), ...found(/`(\w+(?:\.[\w-]+)*\.)\$\{/g)],
    text: new Set(),
  }
}

function keysOf(texts: object, path = ''): string[] {
  return Object.entries(texts).flatMap(([name, value]) =>
    typeof value === 'string' ? [path + name] : keysOf(value, `${path}${name}.`),
  )
}
