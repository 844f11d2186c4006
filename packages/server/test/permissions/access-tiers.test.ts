import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decide } from '@portal/contract/decide'
import { listAllowedPermissions } from '../../src/permissions/effective/list-allowed-permissions.ts'
import { registryOf } from '../../src/permissions/permission-registry.ts'
import { effectivePermissionsOf, type Holdings } from './effective.ts'

const registry = registryOf(['main', 'test', 'Beta.2'])

/** `said` is the expected source and node: `+` allows, `-` denies, `nobody` means that no source decides. */
type Case = [holdings: Holdings, permission: string, said: string]

const SKIN = 'player.skin.upload'
const HD = 'player.skin.hd'
const gold = (...nodes: string[]) => ({ groups: { gold: nodes } })
const vip = (...nodes: string[]) => ({ roles: { vip: [10, ...nodes] as const } })

/** The examples of docs/contract.md#who-decides and related cases. */
const PROMISED: Case[] = [
  [{ ...vip('*'), default: [`-${HD}`] }, HD, '+ role:vip *'],
  [{ ...gold(HD), default: [`-${HD}`] }, HD, `+ group:gold ${HD}`],
  [{ ...gold(SKIN), personal: [`-${SKIN}`] }, SKIN, `- personal -${SKIN}`],
  [
    { banned: ['-*'], superuser: true, personal: ['*'], donate: ['*'], ...vip('*') },
    SKIN,
    '- role:banned -*',
  ],
  [
    vip('launcher.build.*', '-launcher.build.test'),
    'launcher.build.main',
    '+ role:vip launcher.build.*',
  ],
  [
    vip('launcher.build.*', '-launcher.build.test'),
    'launcher.build.beta.2',
    '+ role:vip launcher.build.*',
  ],
  [
    vip('launcher.build.*', '-launcher.build.test'),
    'launcher.build.test',
    '- role:vip -launcher.build.test',
  ],
]

const MORE: Case[] = [
  // no source, and a single source
  [{}, SKIN, 'nobody'],
  [{ default: [HD] }, SKIN, 'nobody'],
  [{ default: [SKIN] }, SKIN, `+ role:default ${SKIN}`],
  [{ default: [SKIN] }, SKIN.toUpperCase(), `+ role:default ${SKIN}`],
  [{ default: [`-${SKIN}`] }, SKIN, `- role:default -${SKIN}`],
  // precedence of the tiers
  [{ personal: [SKIN], donate: [`-${SKIN}`] }, SKIN, `+ personal ${SKIN}`],
  [{ personal: ['*'], donate: [`-${SKIN}`] }, SKIN, '+ personal *'],
  [{ personal: ['-*'], donate: [SKIN] }, SKIN, '- personal -*'],
  [{ donate: ['-player.*'], ...vip(SKIN) }, SKIN, '- donate -player.*'],
  [{ ...gold('-*'), ...vip(SKIN) }, SKIN, '- group:gold -*'],
  [{ ...gold('*'), ...vip(`-${SKIN}`) }, SKIN, '+ group:gold *'],
  [{ ...vip('-player.*'), default: [SKIN] }, SKIN, '- role:vip -player.*'],
  [{ personal: [HD], ...vip(`-${SKIN}`) }, SKIN, `- role:vip -${SKIN}`],
  // restrictions
  [{ banned: ['-*'], default: [SKIN] }, SKIN, '- role:banned -*'],
  [{ unactivated: ['-*'], default: [SKIN] }, SKIN, '- role:unactivated -*'],
  [{ unactivated: ['-*'], superuser: true }, 'panel.access', '- role:unactivated -*'],
  [{ banned: ['-panel.*'], personal: [SKIN] }, SKIN, `+ personal ${SKIN}`],
  [{ banned: ['-panel.*'], personal: ['*'] }, 'panel.access', '- role:banned -panel.*'],
  [{ banned: ['*'] }, SKIN, 'nobody'],
  [{ banned: [SKIN, '-player.*'], default: [SKIN] }, SKIN, '- role:banned -player.*'],
  [{ banned: ['*'], unactivated: [`-${SKIN}`] }, SKIN, `- role:unactivated -${SKIN}`],
  [{ banned: ['-*'], unactivated: [`-${SKIN}`] }, SKIN, `- role:unactivated -${SKIN}`],
  [{ banned: [], default: [SKIN] }, SKIN, `+ role:default ${SKIN}`],
  // ranks and single-node grants are one tier
  [{ ...gold('player.*'), donate: [`-${SKIN}`] }, SKIN, `- donate -${SKIN}`],
  [{ ...gold(`-${SKIN}`), donate: ['player.*'] }, SKIN, `- group:gold -${SKIN}`],
  [{ ...gold('-player.*'), donate: [SKIN] }, SKIN, `+ donate ${SKIN}`],
  [{ ...gold(SKIN), donate: [`-${SKIN}`] }, SKIN, `- donate -${SKIN}`],
  [{ groups: { gold: ['-player.skin.*'], iron: [SKIN] } }, SKIN, `+ group:iron ${SKIN}`],
  [
    { groups: { gold: ['-player.skin.*'], iron: ['player.*'] } },
    SKIN,
    '- group:gold -player.skin.*',
  ],
  // roles by priority
  [{ roles: { low: [1, SKIN], high: [2, `-${SKIN}`] } }, SKIN, `- role:high -${SKIN}`],
  [{ roles: { low: [1, `-${SKIN}`], high: [2, SKIN] } }, SKIN, `+ role:high ${SKIN}`],
  [{ roles: { low: [1, `-${SKIN}`], high: [2, '*'] } }, SKIN, '+ role:high *'],
  [{ roles: { low: [-5, SKIN], high: [0, '-*'] } }, SKIN, '- role:high -*'],
  [{ roles: { low: [9, SKIN], high: [10, `-${HD}`] } }, SKIN, `+ role:low ${SKIN}`],
  [{ roles: { below: [-1, SKIN] }, default: [`-${SKIN}`] }, SKIN, `+ role:below ${SKIN}`],
  [{ roles: { a: [5, SKIN], b: [5, `-${SKIN}`] } }, SKIN, `- role:b -${SKIN}`],
  [{ roles: { a: [5, SKIN], b: [5, '-player.skin.*'] } }, SKIN, `+ role:a ${SKIN}`],
  [{ roles: { a: [5, '*'], b: [5, '-player.*'], c: [5, SKIN] } }, SKIN, `+ role:c ${SKIN}`],
  // the most specific node of a tier decides; among equals, the denial
  [{ personal: ['*', `-${SKIN}`] }, SKIN, `- personal -${SKIN}`],
  [{ personal: ['-*', SKIN] }, SKIN, `+ personal ${SKIN}`],
  [{ personal: ['player.skin.*', '-player.*'] }, SKIN, '+ personal player.skin.*'],
  [{ personal: ['player.*', '-player.skin.*'] }, SKIN, '- personal -player.skin.*'],
  [{ personal: ['player.*.upload', '-player.*'] }, SKIN, '+ personal player.*.upload'],
  [{ personal: ['player.*.upload', '-player.skin.*'] }, SKIN, '- personal -player.skin.*'],
  [{ personal: ['-player.*.upload', 'player.skin.*'] }, SKIN, '- personal -player.*.upload'],
  [{ personal: ['player.*', '-player.*.*'] }, SKIN, '+ personal player.*'],
  [{ personal: ['-player.*', 'player.*.*'] }, SKIN, '- personal -player.*'],
  [{ personal: ['*', '-*.*'] }, SKIN, '+ personal *'],
  [{ personal: ['*', '-*'] }, SKIN, '- personal -*'],
  [{ personal: [SKIN, `-${SKIN}`] }, SKIN, `- personal -${SKIN}`],
  [{ personal: ['*.skin.*', '-*.upload'] }, SKIN, '+ personal *.skin.*'],
  // superusers
  [{ superuser: true }, 'panel.system.read', '+ superuser'],
  [{ superuser: true, personal: ['-*'] }, SKIN, '+ superuser'],
  [{ superuser: true }, 'launcher.build.Beta.2', '+ superuser'],
  [{ superuser: true }, 'launcher.build.gone', 'nobody'],
  [{ superuser: true }, 'essentials.fly', 'nobody'],
  [{ superuser: true, personal: ['essentials.*'] }, 'essentials.fly', '+ personal essentials.*'],
  [{ superuser: true }, 'kernel.launcher.provider', 'nobody'],
  // builds: only those of the setting, in any letter case
  [vip('launcher.build.Main'), 'launcher.build.MAIN', '+ role:vip launcher.build.main'],
  [vip('launcher.build.BETA.2'), 'launcher.build.Beta.2', '+ role:vip launcher.build.beta.2'],
  [vip('launcher.build.beta'), 'launcher.build.Beta.2', 'nobody'],
  [vip('launcher.*'), 'launcher.build.Beta.2', '+ role:vip launcher.*'],
  [vip('*', 'launcher.build.gone'), 'launcher.build.gone', 'nobody'],
  [vip('-launcher.build.gone'), 'launcher.build.gone', 'nobody'],
  [vip('launcher.build'), 'launcher.build', '+ role:vip launcher.build'],
  // permissions that the site does not know, and kernel permissions
  [vip('essentials.fly'), 'Essentials.Fly', '+ role:vip essentials.fly'],
  [vip('essentials.*', '-essentials.fly'), 'essentials.fly', '- role:vip -essentials.fly'],
  [vip('*'), 'essentials.fly', '+ role:vip *'],
  [vip('*', '*.*', '*.provider'), 'kernel.provider', 'nobody'],
  [vip('kernel.provider', 'kernel.*'), 'kernel.provider', 'nobody'],
  [vip('kernel'), 'kernel', 'nobody'],
]

function decisionOf([holdings, permission]: Case): string {
  const { allowed, source, node } = decide(effectivePermissionsOf(holdings), permission, registry)
  if (source === null) return allowed ? 'allowed by nobody' : 'nobody'
  return [allowed ? '+' : '-', source, node].filter((word) => word !== null).join(' ')
}

test('the permission examples in docs/contract.md hold', () => {
  assert.deepEqual(
    PROMISED.map(decisionOf),
    PROMISED.map((row) => row[2]),
  )
})

test('the first tier with a matching node decides, by its most specific node', () => {
  const found = MORE.map((row) => [row[0], row[1], decisionOf(row)])

  assert.ok(MORE.length >= 60)
  assert.deepEqual(found, MORE)
})

test('a player’s permission list contains only concrete permissions, sorted', () => {
  const holdings: Holdings = {
    personal: ['essentials.fly', 'Essentials.Fly', 'essentials.kit.*', '-panel.audit.read', '-a.b'],
    donate: ['player.cape.hd', 'essentials.fly'],
    groups: { gold: ['launcher.build.*', '-launcher.build.test', 'launcher.build.gone', 'a.b'] },
    roles: { mod: [10, 'panel.*', '-panel.keys.manage'], vip: [10, 'warp', 'kernel.provider'] },
    default: [SKIN, '-player.cape.hd', 'panel.keys.manage'],
  }

  const list = listAllowedPermissions(effectivePermissionsOf(holdings), registry)

  const panel = [...registry.keys()].filter((id) => id.startsWith('panel.'))
  const denied = ['panel.audit.read', 'panel.keys.manage']
  assert.deepEqual(list, [
    'essentials.fly',
    'launcher.build.Beta.2',
    'launcher.build.main',
    ...panel.filter((id) => !denied.includes(id)).sort(),
    'player.cape.hd',
    SKIN,
    'warp',
  ])
})

test('a superuser has every registered permission and no others', () => {
  const list = listAllowedPermissions(effectivePermissionsOf({ superuser: true }), registry)

  assert.deepEqual(list, [...registry.values()].map(({ id }) => id).sort())
  assert.deepEqual(
    listAllowedPermissions(effectivePermissionsOf({ superuser: true, banned: ['-*'] }), registry),
    [],
  )
})

test('roles are listed by priority, highest first, with default last', () => {
  const { roles } = effectivePermissionsOf({ roles: { low: [-1], a: [5], b: [5], high: [9] } })

  assert.deepEqual(
    roles.map(({ id }) => id),
    ['high', 'a', 'b', 'low', 'default'],
  )
})

test('builds that differ only in letter case are one permission, spelled as listed first', () => {
  const both = registryOf(['Main', 'main', 'MAIN'])

  const list = listAllowedPermissions(effectivePermissionsOf({ personal: ['launcher.*'] }), both)

  assert.deepEqual(list, ['launcher.build.Main'])
})
