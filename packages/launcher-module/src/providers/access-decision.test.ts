import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Profile } from '../player/profile.ts'
import { isBuildAllowed } from './access-decision.ts'

const someone: Profile = {
  uuid: '11111111-2222-4333-8444-555555555555',
  username: 'Steve',
  roles: ['default', 'helper'],
  groups: ['vip'],
  permissions: ['launcher.build.HiTech', 'essentials.fly'],
  banned: false,
  banReason: '',
  textures: {},
}

const rules = {
  permission: 'launcher.build.%build%',
  groups: new Map([['magic', ['vip', 'gold']]]),
}
const off = { permission: '', groups: new Map([['magic', ['helper']]]) }

const cases: [string, Partial<Profile>, string, typeof rules, boolean][] = [
  ['the permission', {}, 'HiTech', rules, true],
  ['the permission in another case', {}, 'hitech', rules, true],
  ['a part of the permission', {}, 'HiTe', rules, false],
  ['no permission and no list', {}, 'magic2', rules, false],
  ['a group of the list', {}, 'magic', rules, true],
  ['a role of the list', {}, 'magic', off, true],
  ['a group of the list in another case', { groups: ['VIP'] }, 'magic', rules, true],
  ['no group of the list', { groups: [] }, 'magic', rules, false],
  ['a list for another build', {}, 'magic3', rules, false],
  ['the check off and no list', {}, 'HiTech', off, false],
  ['the check off and an empty permission in the profile', { permissions: [''] }, 'x', off, false],
  ['a wildcard, which a profile never holds', { permissions: ['*'] }, 'x', rules, false],
  ['a pattern as its name', { permissions: ['launcher.build.$&'] }, '$&', rules, true],
  ['a ban and the permission', { banned: true }, 'HiTech', rules, false],
  ['a ban and a group of the list', { banned: true }, 'magic', rules, false],
]

for (const [name, changes, build, settings, expected] of cases) {
  test(`a player ${expected ? 'may' : 'may not'} enter a build with ${name}`, () => {
    assert.equal(isBuildAllowed({ ...someone, ...changes }, build, settings), expected)
  })
}

test('a permission template may contain the placeholder %build% twice or not at all', () => {
  const twice = { permissions: ['builds.x.x.play'] }
  const same = { permissions: ['launcher.use'] }

  assert.equal(
    isBuildAllowed({ ...someone, ...twice }, 'x', {
      ...off,
      permission: 'builds.%build%.%build%.play',
    }),
    true,
  )
  assert.equal(
    isBuildAllowed({ ...someone, ...same }, 'y', { ...off, permission: 'launcher.use' }),
    true,
  )
})
