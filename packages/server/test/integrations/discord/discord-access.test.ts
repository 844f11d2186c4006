import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { reencryptDiscordToken } from '../../../src/integrations/discord/reencrypt-token.ts'
import { HOUR } from '../../../src/platform/clock.ts'
import { administrator, auditEntries, owner } from '../../support/administrator.ts'
import { SERVER, TOKEN, VIP } from './discord-server.ts'
import { addRank, discordTest, turnOn, VIP_MAPPING } from './discord-site.ts'

const PATH = '/admin/discord'

discordTest(
  'changing roles on Discord requires their permission and re-authentication',
  async (site) => {
    const alex = await administrator(site, ['panel.access', 'panel.settings.edit'])
    const notch = await owner(site)

    const replies = [await alex.get(PATH), await alex.send('PUT', PATH, { enabled: false })]
    site.wait(HOUR)
    const late = await notch.send('PUT', PATH, { enabled: false })

    assert.deepEqual(
      [...replies, late].map(({ status, body }) => [status, body.error]),
      [
        [403, 'auth.forbidden'],
        [403, 'auth.forbidden'],
        [403, 'auth.proofrequired'],
      ],
    )
  },
)

discordTest('no response, audit entry or column contains the token', async (site) => {
  const notch = await owner(site)
  await addRank(site, 'vip')
  const body = { enabled: true, server: SERVER, token: TOKEN, mappings: [VIP_MAPPING] }

  const changed = await notch.send('PUT', PATH, body)
  const shown = await notch.get(PATH)
  const [entry] = await auditEntries(site, 'discord.changed')
  const { rows } = await sql<object>`select * from discord_bot`.execute(site.app.db)

  assert.deepEqual([changed.status, shown.status], [200, 200])
  assert.deepEqual([shown.body.hasToken, shown.body.server], [true, SERVER])
  assert.deepEqual(shown.body.mappings, [
    { ...VIP_MAPPING, name: 'VIP', discordName: VIP.name, problem: null },
  ])
  assert.equal(entry?.actor, notch.id)
  const seen = [changed.text, shown.text, JSON.stringify(entry), JSON.stringify(rows)].join()
  assert.equal(seen.includes('secret-part'), false)
})

discordTest('Discord roles cannot be turned on without a server', async (site) => {
  const notch = await owner(site)
  const mappings = [{ kind: 'group', id: 'nobody', discordRole: '1' }]

  const incomplete = await notch.send('PUT', PATH, { enabled: true, token: TOKEN })
  const unknown = await notch.send('PUT', PATH, { mappings })
  const malformed = await notch.send('PUT', PATH, { server: 'discord.gg/abc' })

  assert.deepEqual(
    [incomplete, unknown, malformed].map(({ status, body }) => [status, body.error]),
    [
      [400, 'discord.incomplete'],
      [400, 'discord.nosuchset'],
      [400, 'request.invalid'],
    ],
  )
})

discordTest(
  'after a key rotation the Discord token is encrypted with the new key',
  async (site) => {
    await turnOn(site)
    const sealed = () =>
      site.app.db.selectFrom('discord_bot').select('token_sealed').executeTakeFirstOrThrow()
    const before = await sealed()
    await site.app.keys.rotate()

    await reencryptDiscordToken(site.app)

    const after = await sealed()
    const { kid } = await site.app.keys.newest()
    assert.notDeepEqual(after, before)
    assert.ok(after.token_sealed?.startsWith(`${kid}.`))
  },
)
