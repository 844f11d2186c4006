import assert from 'node:assert/strict'
import { test } from 'node:test'
import { layerViolations } from '../../../../scripts/check/layers.ts'
import { packageViolations } from '../../../../scripts/check/packages.ts'

/** Violations of the rules. Each is added to otherwise empty sources, and the rules must report it. */
const planted: { what: string; files: Record<string, string>; offence: RegExp }[] = [
  {
    what: 'an import from a later area',
    files: { 'players/player.ts': "import { logIn } from '../sign-in/log-in.ts'" },
    offence: /^players\/player\.ts: imports sign-in\/log-in\.ts: a later area$/,
  },
  {
    what: 'an import from a later area by type, over several lines',
    files: { 'players/player.ts': "import type {\n  Miss,\n} from '../sign-in/try-once.ts'" },
    offence: /imports sign-in\/try-once\.ts: a later area/,
  },
  {
    what: 'an import from a later area inside a type',
    files: { 'players/player.ts': "type M = import('../sign-in/try-once.ts').Miss" },
    offence: /imports sign-in\/try-once\.ts: a later area/,
  },
  {
    what: 'a dynamic import from a later area',
    files: { 'players/player.ts': "const m = await import('../sign-in/try-once.ts')" },
    offence: /imports sign-in\/try-once\.ts: a later area/,
  },
  {
    what: 'an export from a later area',
    files: { 'players/player.ts': "export * from '../sign-in/try-once.ts'" },
    offence: /imports sign-in\/try-once\.ts: a later area/,
  },
  {
    what: 'two files that import each other by type',
    files: {
      'players/a.ts': "import type { B } from './b.ts'",
      'players/b.ts': "import type { A } from './a.ts'",
    },
    offence: /^players\/a\.ts -> players\/b\.ts -> players\/a\.ts: a circle$/,
  },
  {
    what: 'an area that the list does not have',
    files: { 'helpers/x.ts': '' },
    offence: /^helpers\/x\.ts: its area is not in the list/,
  },
  {
    what: 'an import of the app as a value',
    files: { 'sign-in/log-in.ts': "import { openApp } from '../app.ts'" },
    offence: /imports app\.ts: a later area/,
  },
  {
    what: 'Fastify in a use case',
    files: { 'sign-in/log-in.ts': "import type { FastifyReply } from 'fastify'" },
    offence: /imports npm:fastify: not an HTTP file/,
  },
  {
    what: 'HTTP code in a use case',
    files: { 'admin/bans/ban.ts': "import { localeOf } from '../../http/locale-of.ts'" },
    offence: /imports http\/locale-of\.ts: not an HTTP file/,
  },
  {
    what: 'HTTP code that imports a feature',
    files: { 'http/server.ts': "import { may } from '../permissions/may.ts'" },
    offence: /^http\/server\.ts: imports permissions\/may\.ts: a later area/,
  },
  {
    what: 'a use case that imports the guard',
    files: { 'sessions/log-out.ts': "import { admit } from '../guard/admit.ts'" },
    offence: /imports guard\/admit\.ts: a later area/,
  },
  {
    what: 'SQL in a use case',
    files: { 'sign-in/log-in.ts': "db\n  .selectFrom('player')\n" },
    offence: /^sign-in\/log-in\.ts: SQL outside a store$/,
  },
  {
    what: 'SQL as text',
    files: { 'sign-in/log-in.ts': 'sql<number>`select 1`' },
    offence: /SQL outside a store/,
  },
  ...['insertAudit(tx, line)', 'db.transaction().execute(work)', 'sealMail(app, keys, mail)'].map(
    (call) => ({
      what: `a change without change(): ${call}`,
      files: { 'sign-in/log-in.ts': call },
      offence: /^sign-in\/log-in\.ts: does by hand what audit\/change\.ts does$/,
    }),
  ),
  ...['Date.now()', 'new Date()', 'Math.random()', 'randomBytes(4)'].map((call) => ({
    what: call,
    files: { 'sign-in/log-in.ts': call },
    offence: /reads the clock or random bytes/,
  })),
]

for (const { what, files, offence } of planted) {
  test(`the layer rules report ${what}`, () => {
    const offences = layerViolations(new Map(Object.entries(files)))

    assert.ok(
      offences.some((reported) => offence.test(reported)),
      offences.join('\n') || 'nothing was reported',
    )
  })
}

test('the layer rules accept imports from lower areas', () => {
  const files = {
    'sign-in/log-in.ts': [
      "import { findPlayer } from '../players/player-store.ts'",
      "import type { App } from '../app.ts'",
      "const text = `\nimport { x } from '../admin/x.ts'\n`",
      '// Date.now() is not called here',
    ].join('\n'),
    'guard/admit.ts': [
      "import { findPlayer } from '../players/player-store.ts'",
      "import type { FastifyRequest } from 'fastify'",
    ].join('\n'),
    'sign-in/sign-in-routes.ts': "import { route } from '../http/route.ts'",
    'server.ts': "import { buildServer } from './http/server.ts'\nimport './guard/admit.ts'",
  }

  assert.deepEqual(layerViolations(new Map(Object.entries(files))), [])
})

test('the package rules report any import from another package except the contract', () => {
  const offence = (file: string, text: string) => packageViolations(new Map([[file, text]]))

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
