import { globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** Features from the ground up: each may use those before it, never those after it. */
const FEATURES = [
  'platform',
  'audit',
  'settings',
  'player',
  'session',
  'ban',
  'access',
  'texture',
  'profile',
  'password',
  'two-factor',
  'auth',
  'registration',
  'setup',
  'news',
  'api-key',
  'launcher',
  'admin',
  'doctor',
  'backup',
]

const root = join(import.meta.dirname, '../packages/server/src')
const offences: string[] = []

for (const file of globSync('**/*.ts', { cwd: root })) checkServerFile(file)
for (const file of globSync('*/src/**/*.ts', { cwd: join(root, '../..') })) checkPackageFile(file)

for (const offence of offences) console.error(offence)
console.log(`${offences.length} offences against the rules`)
process.exitCode = offences.length > 0 ? 1 : 0

function checkServerFile(file: string): void {
  const source = readFileSync(join(root, file), 'utf8')
  for (const { specifier, typeOnly } of importsOf(source)) {
    const target = specifier.startsWith('.')
      ? relative(root, join(root, file, '..', specifier))
      : `npm:${specifier}`
    const why = objection(file, target, typeOnly)
    if (why) offences.push(`${file} -> ${target}: ${why}`)
  }
  const takesTime = /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\brandomBytes\(/.test(source)
  if (takesTime && !file.startsWith('platform/')) {
    offences.push(`${file}: takes time or chance from the air; use app.clock or app.random`)
  }
  const writesSql = /\.(selectFrom|insertInto|updateTable|deleteFrom|createTable)\(|\bsql`/.test(
    source,
  )
  if (writesSql && !mayWriteSql(file)) offences.push(`${file}: SQL outside a store`)
}

/** The contract imports nothing of ours; other packages import the contract alone. */
function checkPackageFile(file: string): void {
  const [owner = ''] = file.split(/[\\/]/)
  if (owner === 'server') return
  const packages = join(root, '../..')
  const source = readFileSync(join(packages, file), 'utf8')
  for (const { specifier, typeOnly } of importsOf(source)) {
    const ours = specifier.startsWith('@portal/')
    if (ours && (owner === 'contract' || specifier !== '@portal/contract')) {
      offences.push(`${file} -> ${specifier}: packages share the contract and nothing else`)
    }
    if (ours && owner === 'launcher-module' && !typeOnly) {
      offences.push(`${file} -> ${specifier}: the module takes types alone, the rest is bundled`)
    }
    const target = relative(join(packages, owner), join(packages, file, '..', specifier))
    if (specifier.startsWith('.') && target.startsWith('..')) {
      offences.push(`${file} -> ${specifier}: leads out of its package`)
    }
  }
}

function importsOf(source: string): { specifier: string; typeOnly: boolean }[] {
  const fixed = source.matchAll(/^(?:import|export) (type )?[^']*?from '([^']+)'/gm)
  const dynamic = source.matchAll(/\bimport\('([^']+)'\)/g)
  return [
    ...[...fixed].map(([, type, specifier = '']) => ({ specifier, typeOnly: Boolean(type) })),
    ...[...dynamic].map(([, specifier = '']) => ({ specifier, typeOnly: false })),
  ]
}

function objection(from: string, to: string, typeOnly: boolean): string | undefined {
  const [fromRole, toRole] = [roleOf(from), roleOf(to)]
  const top = ['http', 'routes', 'root', 'cli']
  if (/^npm:(@fastify\/|fastify)/.test(to) && !top.slice(0, 3).includes(fromRole)) {
    return 'only http knows Fastify'
  }
  if (to === 'app.ts' && !typeOnly && !['cli', 'root'].includes(fromRole)) {
    return 'take App as a type'
  }
  if (toRole === 'cli' && fromRole !== 'cli' && from !== 'main.ts')
    return 'nothing builds on a command'
  if (toRole === 'routes' && fromRole !== 'root') return 'nothing builds on a route'
  if (toRole === 'http' && !top.includes(fromRole)) return 'http is above features'
  const [low, high] = [to, from].map((path) => FEATURES.indexOf(path.split('/')[0] ?? ''))
  if (low !== undefined && high !== undefined && high >= 0 && low > high) {
    return 'a feature below one above it'
  }
  return unlisted(from)
}

/** A folder that is in no list would be bound by no rule. */
function unlisted(file: string): string | undefined {
  const [folder = ''] = file.split('/')
  const known = !file.includes('/') || ['http', 'cli', ...FEATURES].includes(folder)
  return known ? undefined : `the folder ${folder} is not in the list of scripts/check-rules.ts`
}

function mayWriteSql(file: string): boolean {
  return (
    roleOf(file) === 'store' ||
    file.startsWith('platform/migrations/') ||
    file === 'platform/database.ts'
  )
}

function roleOf(file: string): 'root' | 'http' | 'routes' | 'store' | 'cli' | 'feature' {
  if (!file.includes('/')) return 'root'
  if (file.startsWith('http/')) return 'http'
  if (file.startsWith('cli/')) return 'cli'
  if (file.endsWith('-routes.ts')) return 'routes'
  if (file.endsWith('-store.ts')) return 'store'
  return 'feature'
}
