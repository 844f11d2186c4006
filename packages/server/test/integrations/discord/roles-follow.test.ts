import assert from 'node:assert/strict'
import { deletePlayer } from '../../../src/account/deletion/delete-player.ts'
import { banPlayer, unbanPlayer } from '../../../src/admin/bans/ban-player.ts'
import { COMMAND_LINE } from '../../../src/audit/actor.ts'
import { changeDiscord } from '../../../src/integrations/discord/change-discord.ts'
import { revokeGrants } from '../../../src/permissions/grants/revoke-grants.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../../../src/platform/clock.ts'
import { giveRole, owner } from '../../support/administrator.ts'
import { bearer } from '../../support/browser.ts'
import { PASSWORD, type Site } from '../../support/site.ts'
import { waitUntil } from '../../support/wait-until.ts'
import { COLOR, type DiscordServer, MEMBER, STEVE, VIP } from './discord-server.ts'
import { discordTest, giveVip, link, linkedPlayer, turnOn, VIP_MAPPING } from './discord-site.ts'

const ALEX = '800000000000000002'

function hasVip(discord: DiscordServer, user = STEVE): boolean {
  return discord.rolesOf(user).includes(VIP.id)
}

/** Waits until no Discord account is due. */
async function settle(site: Site): Promise<void> {
  await waitUntil(async () => {
    const { lastNumber } = await numbering(site)
    const due = await site.app.db
      .selectFrom('discord_member')
      .select('discord_user')
      .where('due_at', '<=', site.now())
      .executeTakeFirst()
    return lastNumber && due === undefined
  })
}

async function numbering(site: Site): Promise<{ lastNumber: boolean }> {
  const [read, recorded] = await Promise.all([
    site.app.db
      .selectFrom('event_progress')
      .select('position')
      .where('name', '=', 'discord')
      .executeTakeFirstOrThrow(),
    site.app.db
      .selectFrom('event')
      .select((eb) => [eb.fn.max('number').as('last'), eb.fn.countAll().as('all')])
      .executeTakeFirstOrThrow(),
  ])
  const isNumbered = Number(recorded.all) === Number(recorded.last ?? 0)
  return { lastNumber: isNumbered && read.position === Number(recorded.last ?? 0) }
}

discordTest(
  'a linked account has a Discord role as long as the player has its rank',
  async (site, discord) => {
    await turnOn(site)
    const steve = await linkedPlayer(site, discord)
    discord.join(STEVE, COLOR.id)

    await giveVip(site, steve)
    await waitUntil(() => hasVip(discord))
    const given = discord.rolesOf(STEVE)
    await revokeGrants(site.app, COMMAND_LINE, steve, { group: 'vip' })
    await waitUntil(() => !hasVip(discord))

    assert.deepEqual(given, [VIP.id, COLOR.id])
    assert.deepEqual(discord.rolesOf(STEVE), [COLOR.id])
  },
)

discordTest(
  'a newly linked account gets the Discord roles of the player',
  async (site, discord) => {
    await turnOn(site, [VIP_MAPPING, { kind: 'role', id: 'default', discordRole: MEMBER.id }])
    discord.join(STEVE)
    const steve = await site.player('Steve')
    await giveVip(site, steve)

    await link(site, steve.id)

    await waitUntil(() => discord.rolesOf(STEVE).length === 2)
    assert.deepEqual(discord.rolesOf(STEVE), [VIP.id, MEMBER.id])
  },
)

discordTest(
  'a player who unlinks the account loses the mapped Discord roles',
  async (site, discord) => {
    await turnOn(site)
    const steve = await linkedPlayer(site, discord)
    discord.join(STEVE, COLOR.id)
    await giveVip(site, steve)
    await waitUntil(() => hasVip(discord))

    const headers = bearer(steve.accessToken)
    const reply = await steve.browser.send('DELETE', '/identities/discord', undefined, headers)

    assert.equal(reply.status, 204)
    await waitUntil(() => !hasVip(discord))
    assert.deepEqual(discord.rolesOf(STEVE), [COLOR.id])
    await settle(site)
    assert.deepEqual(await site.app.db.selectFrom('discord_member').selectAll().execute(), [])
  },
)

discordTest('a banned player loses the Discord roles until the ban ends', async (site, discord) => {
  await turnOn(site)
  const steve = await linkedPlayer(site, discord)
  await giveVip(site, steve)
  await waitUntil(() => hasVip(discord))

  await banPlayer(site.app, COMMAND_LINE, steve.id, { reason: 'spam', expiresAt: null })
  await waitUntil(() => !hasVip(discord))
  await unbanPlayer(site.app, COMMAND_LINE, steve.id)

  await waitUntil(() => hasVip(discord))
})

discordTest('a player whose ban expires gets the Discord roles back', async (site, discord) => {
  await turnOn(site)
  const steve = await linkedPlayer(site, discord)
  await giveVip(site, steve)
  const expiresAt = site.now() + HOUR
  await banPlayer(site.app, COMMAND_LINE, steve.id, { reason: 'spam', expiresAt })
  await settle(site)
  const during = discord.rolesOf(STEVE)

  site.wait(HOUR + SECOND)

  await waitUntil(() => hasVip(discord))
  assert.deepEqual(during, [])
})

discordTest('a deleted player loses the Discord roles', async (site, discord) => {
  await turnOn(site)
  const steve = await linkedPlayer(site, discord)
  await giveVip(site, steve)
  await waitUntil(() => hasVip(discord))

  const confirmed = { username: 'Steve', reason: 'a bot' }
  await deletePlayer(site.app, COMMAND_LINE, steve.id, confirmed)

  await waitUntil(() => !hasVip(discord))
  await settle(site)
  assert.deepEqual(await site.app.db.selectFrom('discord_member').selectAll().execute(), [])
})

discordTest(
  'a Discord role of a rank that ended during an outage is taken afterwards',
  async (site, discord) => {
    await turnOn(site)
    const steve = await linkedPlayer(site, discord)
    await giveVip(site, steve, { days: 1 })
    await waitUntil(() => hasVip(discord))

    discord.setAway(true)
    site.wait(DAY + MINUTE)
    await waitUntil(() => site.logLines.some((line) => line.includes('roles could not be updated')))
    const kept = hasVip(discord)
    discord.setAway(false)
    site.wait(MINUTE)

    await waitUntil(() => !hasVip(discord))
    assert.equal(kept, true)
  },
)

discordTest(
  'a Discord role is taken when its rank expires without any event',
  async (site, discord) => {
    await turnOn(site)
    const steve = await linkedPlayer(site, discord)
    await giveVip(site, steve, { days: 1 })
    await waitUntil(() => hasVip(discord))
    await settle(site)
    const { due_at } = await site.app.db
      .selectFrom('discord_member')
      .select('due_at')
      .executeTakeFirstOrThrow()

    site.wait(DAY)
    await waitUntil(() => !hasVip(discord))

    assert.equal(due_at, site.now())
  },
)

discordTest(
  'at a sign-in, a Discord role that was taken by hand is given again',
  async (site, discord) => {
    await turnOn(site)
    const steve = await linkedPlayer(site, discord)
    await giveVip(site, steve)
    await settle(site)
    discord.join(STEVE) // as if Discord's staff had taken the role

    await site.browser().logIn(steve.email, PASSWORD)

    await waitUntil(() => hasVip(discord))
  },
)

discordTest(
  'each night, a Discord role that was taken by hand is given again',
  async (site, discord) => {
    await turnOn(site)
    const steve = await linkedPlayer(site, discord)
    await giveVip(site, steve, { forever: true })
    await waitUntil(() => hasVip(discord))
    await settle(site)
    discord.join(STEVE)
    const before = hasVip(discord)

    site.wait(DAY)

    await waitUntil(() => hasVip(discord))
    assert.equal(before, false)
  },
)

discordTest(
  'players lose a Discord role when the site’s role mapped to it is deleted',
  async (site, discord) => {
    await turnOn(site)
    const steve = await linkedPlayer(site, discord)
    await giveRole(site, steve.id, { id: 'helper' })
    const helper = { kind: 'role', id: 'helper', discordRole: MEMBER.id } as const
    await changeDiscord(site.app, COMMAND_LINE, { mappings: [helper] })
    await waitUntil(() => discord.rolesOf(STEVE).includes(MEMBER.id))
    const notch = await owner(site)

    const reply = await notch.send('DELETE', '/admin/roles/helper')

    assert.equal(reply.status, 204)
    await waitUntil(() => !discord.rolesOf(STEVE).includes(MEMBER.id))
  },
)

discordTest('a Discord role that is no longer mapped is left unchanged', async (site, discord) => {
  await turnOn(site)
  const steve = await linkedPlayer(site, discord)
  await giveVip(site, steve)
  await waitUntil(() => hasVip(discord))

  await changeDiscord(site.app, COMMAND_LINE, { mappings: [] })
  await revokeGrants(site.app, COMMAND_LINE, steve, { group: 'vip' })
  await settle(site)

  assert.deepEqual(discord.rolesOf(STEVE), [VIP.id])
})

discordTest(
  'an account that has left the Discord server does not delay other accounts',
  async (site, discord) => {
    await turnOn(site)
    const steve = await linkedPlayer(site, discord)
    discord.leave(STEVE)
    const alex = await linkedPlayer(site, discord, { username: 'Alex', user: ALEX })

    await giveVip(site, steve)
    await giveVip(site, alex)

    await waitUntil(() => hasVip(discord, ALEX))
    await settle(site)
  },
)

discordTest('while Discord roles are off, nothing is recorded or sent', async (site, discord) => {
  for (const { app } of site.instances) await app.discordRoles.start()
  const steve = await linkedPlayer(site, discord)
  await turnOn(site)
  await waitUntil(() => discord.requests.length > 0)
  await changeDiscord(site.app, COMMAND_LINE, { enabled: false })
  await site.app.discordRoles.stop() // waits for a request in progress
  await site.app.discordRoles.start()
  const sent = discord.requests.length
  const countEvents = () =>
    site.app.db
      .selectFrom('event')
      .select((eb) => eb.fn.countAll().as('count'))
      .executeTakeFirstOrThrow()
  const before = await countEvents()

  await giveVip(site, steve)
  await site.app.discordRoles.look()

  assert.equal(discord.requests.length, sent)
  assert.deepEqual(await countEvents(), before)
  await changeDiscord(site.app, COMMAND_LINE, { enabled: true })
  await waitUntil(() => hasVip(discord))
})
