import assert from 'node:assert/strict'
import { test } from 'node:test'
import { layerOffences } from '../../../../scripts/check/layers.ts'
import { packageOffences } from '../../../../scripts/check/packages.ts'

/** Offences. Each is planted alone or with what it needs, and the rules have to name it. */
const planted: { what: string; files: Record<string, string>; offence: RegExp }[] = [
  {
    what: 'a feature that builds on one above it',
    files: { 'player/player.ts': "import { logIn } from '../auth/log-in.ts'" },
    offence: /^player\/player\.ts -> auth\/log-in\.ts: auth is above player$/,
  },
  {
    what: 'the same by a type, over several lines',
    files: { 'player/player.ts': "import type {\n  Miss,\n} from '../auth/try-once.ts'" },
    offence: /auth is above player/,
  },
  {
    what: 'the same inside a type',
    files: { 'player/player.ts': "type M = import('../auth/try-once.ts').Miss" },
    offence: /auth is above player/,
  },
  {
    what: 'the same by a dynamic import',
    files: { 'player/player.ts': "const m = await import('../auth/try-once.ts')" },
    offence: /auth is above player/,
  },
  {
    what: 'the same re-exported',
    files: { 'player/player.ts': "export * from '../auth/try-once.ts'" },
    offence: /auth is above player/,
  },
  {
    what: 'two files that import each other by type',
    files: {
      'player/a.ts': "import type { B } from './b.ts'",
      'player/b.ts': "import type { A } from './a.ts'",
    },
    offence: /^player\/a\.ts -> player\/b\.ts -> player\/a\.ts: a circle$/,
  },
  {
    what: 'what changes something in a noun that a noun above it stands on',
    files: {
      'ban/ban-player.ts': "import { change } from '../change/change.ts'",
      'access/decide.ts': "import { banPlayer } from '../ban/ban-player.ts'",
      'player/player.ts': "import { decide } from '../access/decide.ts'",
    },
    offence: /^player\/player\.ts -> access\/decide\.ts: access is above player$/,
  },
  {
    what: 'a folder that no list names',
    files: { 'helpers/x.ts': '' },
    offence: /^helpers\/x\.ts: its folder is not in the list/,
  },
  {
    what: 'the app as a value',
    files: { 'auth/log-in.ts': "import { openApp } from '../app.ts'" },
    offence: /app\.ts is above auth/,
  },
  {
    what: 'a use case that builds on a route',
    files: { 'backup/x.ts': "import { banRoutes } from '../ban/ban-routes.ts'" },
    offence: /nothing builds on a route/,
  },
  {
    what: 'Fastify in a feature',
    files: { 'auth/log-in.ts': "import type { FastifyReply } from 'fastify'" },
    offence: /only http, door and routes know Fastify/,
  },
  {
    what: 'transport that knows a feature',
    files: { 'http/server.ts': "import { findPlayer } from '../player/player-store.ts'" },
    offence: /^http\/server\.ts -> player\/player-store\.ts: http knows no feature/,
  },
  {
    what: 'the same by a type',
    files: { 'http/server.ts': "import type { Player } from '../player/player.ts'" },
    offence: /^http\/server\.ts -> player\/player\.ts: http knows no feature/,
  },
  {
    what: 'transport that knows the whole app',
    files: { 'http/server.ts': "import type { App } from '../app.ts'" },
    offence: /^http\/server\.ts -> app\.ts: http knows no feature/,
  },
  {
    what: 'transport that changes something',
    files: {
      'http/server.ts': "import { insertAudit } from '../audit/audit-store.ts'",
    },
    offence: /^http\/server\.ts -> audit\/audit-store\.ts: http knows no feature/,
  },
  {
    what: 'transport that knows who stands at the door',
    files: { 'http/server.ts': "import { admit } from '../door/admit.ts'" },
    offence: /^http\/server\.ts -> door\/admit\.ts: http knows no feature/,
  },
  {
    what: 'a feature that knows transport',
    files: { 'ban/ban.ts': "import { localeOf } from '../http/locale-of.ts'" },
    offence: /^ban\/ban\.ts -> http\/locale-of\.ts: only routes and site\.ts know http and door/,
  },
  {
    what: 'a use case that knows the door',
    files: {
      'ban/ban-player.ts': [
        "import { insertAudit } from '../audit/audit-store.ts'",
        "import type { Call } from '../door/route.ts'",
      ].join('\n'),
    },
    offence: /^ban\/ban-player\.ts -> door\/route\.ts: only routes and site\.ts know http/,
  },
  {
    what: 'a command that knows the door',
    files: { 'cli/ban.ts': "import { admit } from '../door/admit.ts'" },
    offence: /^cli\/ban\.ts -> door\/admit\.ts: only routes and site\.ts know http and door/,
  },
  {
    what: 'SQL in a use case',
    files: { 'auth/log-in.ts': "db\n  .selectFrom('player')\n" },
    offence: /^auth\/log-in\.ts: SQL outside a store$/,
  },
  ...['insertAudit(tx, line)', 'db.transaction().execute(work)', 'sealMail(app, keys, mail)'].map(
    (call) => ({
      what: `a change by hand: ${call}`,
      files: { 'auth/log-in.ts': call },
      offence: /^auth\/log-in\.ts: changes by hand what change\/change\.ts does$/,
    }),
  ),
  {
    what: 'SQL as text',
    files: { 'auth/log-in.ts': 'sql<number>`select 1`' },
    offence: /SQL outside a store/,
  },
  ...['Date.now()', 'new Date()', 'Math.random()', 'randomBytes(4)'].map((call) => ({
    what: call,
    files: { 'auth/log-in.ts': call },
    offence: /takes time or chance from the air/,
  })),
]

for (const { what, files, offence } of planted) {
  test(`the rules see ${what}`, () => {
    const offences = layerOffences(new Map(Object.entries(files)))

    assert.ok(
      offences.some((said) => offence.test(said)),
      offences.join('\n') || 'nothing was said',
    )
  })
}

test('the rules accept imports that go down, and text that only looks like an import', () => {
  const files = {
    'auth/log-in.ts': [
      "import { findPlayer } from '../player/player-store.ts'",
      "import type { App } from '../app.ts'",
      "const text = `\nimport { x } from '../admin/x.ts'\n`",
      '// Date.now() is not called here',
    ].join('\n'),
    'door/admit.ts': [
      "import { findPlayer } from '../player/player-store.ts'",
      "import type { Door } from '../http/door.ts'",
      "import type { FastifyRequest } from 'fastify'",
    ].join('\n'),
    'auth/auth-routes.ts': [
      "import { route } from '../door/route.ts'",
      "import { localeOf } from '../http/locale-of.ts'",
    ].join('\n'),
    'site.ts': "import { buildServer } from './http/server.ts'\nimport './door/admit.ts'",
  }

  assert.deepEqual(layerOffences(new Map(Object.entries(files))), [])
})

test('the rules see a package that uses more of another than the contract', () => {
  const offence = (file: string, text: string) => packageOffences(new Map([[file, text]]))

  assert.match(offence('web/src/a.ts', "import '@portal/server'").join(), /share the contract/)
  assert.match(
    offence('contract/src/a.ts', "import '@portal/contract'").join(),
    /share the contract/,
  )
  assert.match(offence('web/src/a.ts', "import '../../server/src/app.ts'").join(), /leads out/)
  assert.match(
    offence('launcher-module/src/a.ts', "import { refusals } from '@portal/contract'").join(),
    /takes types alone/,
  )
  assert.deepEqual(
    offence('launcher-module/src/a.ts', "import type { User } from '@portal/contract'"),
    [],
  )
})
