import assert from 'node:assert/strict'
import { changeSetting } from '../../../src/admin/settings/change-setting.ts'
import { bearer, outcome, tally } from '../../support/browser.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { capeFile, giveNode, putCape, putSkin, skinFile } from './texture-requests.ts'

sqliteTest('an upload without permission is refused, whatever the file is', async (site) => {
  const [steve, alex] = [await site.player('Steve'), await site.player('Alex')]
  await giveNode(site, steve.id, '-player.skin.upload')
  await giveNode(site, alex.id, '-player.cape.upload')
  const anonymous = { browser: site.browser(), accessToken: 'nobody' }

  const replies = [
    await putSkin(steve, skinFile(1)),
    await putSkin(steve, Buffer.from('GIF89a')),
    await putCape(steve, capeFile(1)),
    await putSkin(alex, skinFile(1)),
    await putCape(alex, capeFile(1)),
    await putSkin(anonymous, skinFile(1)),
    await steve.browser.delete('/cabinet/skin', bearer(steve.accessToken)),
  ]

  assert.deepEqual(replies.map(outcome), [
    '403 auth.forbidden',
    '403 auth.forbidden',
    '200',
    '200',
    '403 auth.forbidden',
    '401 auth.unauthorized',
    '204',
  ])
})

sqliteTest('an unconfirmed player cannot upload textures', async (site) => {
  const by = { actor: 'command', ip: null }
  await changeSetting(site.app, by, { name: 'emailConfirmation', text: 'on' })
  const steve = await site.player('Steve')

  const replies = [await putSkin(steve, skinFile(1)), await putCape(steve, capeFile(1))]

  assert.deepEqual(tally(replies), { '403 auth.usernotactivated': 2 })
})

sqliteTest('HD skins and HD capes each require their own permission', async (site) => {
  const steve = await site.player('Steve')
  const hdSkin = skinFile(1, { size: 256 })
  const hdCape = capeFile(1, 128, 64)
  const both = async () => [await putSkin(steve, hdSkin), await putCape(steve, hdCape)].map(outcome)

  const without = await both()
  await giveNode(site, steve.id, 'player.skin.hd')
  const withSkins = await both()
  await giveNode(site, steve.id, 'player.cape.hd')
  const withBoth = await both()

  const no = '403 texture.hdnotallowed'
  assert.deepEqual(
    [without, withSkins, withBoth],
    [
      [no, no],
      ['200', no],
      ['200', '200'],
    ],
  )
})
