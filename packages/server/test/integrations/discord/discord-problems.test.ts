import assert from 'node:assert/strict'
import { COMMAND_LINE } from '../../../src/audit/actor.ts'
import { changeDiscord } from '../../../src/integrations/discord/change-discord.ts'
import { describeDiscord } from '../../../src/integrations/discord/describe-discord.ts'
import { listMappings } from '../../../src/integrations/discord/discord-store.ts'
import { MINUTE, SECOND } from '../../../src/platform/clock.ts'
import type { Site } from '../../support/site.ts'
import { waitUntil } from '../../support/wait-until.ts'
import { MEMBER, OWNER, STEVE, TOKEN, VIP } from './discord-server.ts'
import { discordTest, giveVip, linkedPlayer, turnOn, VIP_MAPPING } from './discord-site.ts'

const OWNER_MAPPING = { kind: 'group', id: 'vip', discordRole: OWNER.id } as const

async function problemsOf(site: Site): Promise<(string | null)[]> {
  return (await describeDiscord(site.app)).mappings.map(({ problem }) => problem)
}

discordTest(
  'a Discord role above the bot is given once it is moved below the bot',
  async (site, discord) => {
    await turnOn(site, [VIP_MAPPING, OWNER_MAPPING])
    const steve = await linkedPlayer(site, discord)
    await giveVip(site, steve)
    await waitUntil(() => discord.rolesOf(STEVE).includes(VIP.id))
    await waitUntil(async () =>
      (await listMappings(site.app.db)).some(({ problem }) => problem === 'above'),
    )
    const before = await problemsOf(site)
    const refused = discord.requests.filter((line) => line.endsWith(`/roles/${OWNER.id}`)).length

    discord.moveRole(OWNER.id, 1)
    const after = await problemsOf(site)
    site.wait(2 * MINUTE)

    await waitUntil(() => discord.rolesOf(STEVE).includes(OWNER.id))
    assert.deepEqual(before, [null, 'above'])
    assert.deepEqual(after, [null, null])
    assert.equal(refused, 1)
  },
)

discordTest(
  'an unlinked account loses a Discord role once it is moved below the bot',
  async (site, discord) => {
    await turnOn(site)
    const steve = await linkedPlayer(site, discord)
    await giveVip(site, steve)
    await waitUntil(() => discord.rolesOf(STEVE).includes(VIP.id))
    discord.moveRole(VIP.id, 20)
    await site.app.db.deleteFrom('identity').execute()
    await changeDiscord(site.app, COMMAND_LINE, { enabled: true })
    await waitUntil(() => discord.requests.some((line) => line.startsWith('DELETE')))
    await waitUntil(async () => {
      const row = await site.app.db
        .selectFrom('discord_mapping')
        .select('problem')
        .executeTakeFirst()
      return row?.problem === 'above'
    })

    discord.moveRole(VIP.id, 3)
    site.wait(2 * MINUTE)

    await waitUntil(() => discord.rolesOf(STEVE).length === 0)
  },
)

discordTest('Discord roles that do not exist or belong to a bot are reported', async (site) => {
  const missing = { kind: 'group', id: 'vip', discordRole: '123' } as const
  const managed = { kind: 'group', id: 'vip', discordRole: '700000000000000009' } as const
  await turnOn(site, [missing, managed])

  assert.deepEqual(await problemsOf(site), ['missing', 'managed'])
})

discordTest('a new token replaces a token that Discord refused', async (site, discord) => {
  await turnOn(site)
  await changeDiscord(site.app, COMMAND_LINE, { token: 'wrong' })
  const steve = await linkedPlayer(site, discord)
  await giveVip(site, steve)
  await waitUntil(async () => {
    const row = await site.app.db.selectFrom('discord_bot').select('problem').executeTakeFirst()
    return row?.problem === 'token'
  })
  const { problem, waiting } = await describeDiscord(site.app)

  await changeDiscord(site.app, COMMAND_LINE, { token: TOKEN })

  await waitUntil(() => discord.rolesOf(STEVE).includes(VIP.id))
  assert.deepEqual({ problem, waiting }, { problem: 'token', waiting: 1 })
})

const LIMITS = {
  'seconds in the header and the body': {
    limit: {
      headers: { 'retry-after': '3', 'x-ratelimit-reset-after': '2.5', 'x-ratelimit-bucket': 'a' },
      body: { message: 'You are being rate limited.', retry_after: 2.5, global: false },
    },
    wait: 2500,
  },
  'milliseconds in the header and the body': {
    limit: {
      headers: { 'retry-after': '2500' },
      body: { message: 'You are being rate limited.', retry_after: 2500, global: false },
    },
    wait: 2500,
  },
  'seconds in the header alone': { limit: { headers: { 'retry-after': '7' } }, wait: 7000 },
} as const

for (const [name, { limit, wait }] of Object.entries(LIMITS)) {
  discordTest(
    `the bot waits as long as a rate limit of Discord demands, given as ${name}`,
    async (site, discord) => {
      await turnOn(site)
      const steve = await linkedPlayer(site, discord)
      await giveVip(site, steve)
      await waitUntil(() => discord.rolesOf(STEVE).includes(VIP.id))
      discord.join(STEVE, MEMBER.id)
      discord.limit(limit)
      const before = discord.requests.length
      await site.browser().logIn(steve.email, 'correct horse battery')
      await waitUntil(() => discord.requests.length === before + 1)
      await ticks()
      site.wait(wait - 100)
      await ticks()
      const during = discord.requests.length

      site.wait(100)

      await waitUntil(() => discord.rolesOf(STEVE).includes(VIP.id))
      assert.equal(during, before + 1)
    },
  )
}

/** Waits for two ticks of the worker. */
function ticks(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 2.2 * SECOND))
}

discordTest(
  'a second process makes the role changes that the first process has not made',
  async (site, discord) => {
    discord.setAway(true)
    await turnOn(site)
    const steve = await linkedPlayer(site, discord)
    await giveVip(site, steve)
    await waitUntil(() => site.logLines.some((line) => line.includes('could not be updated')))
    const [first] = site.instances
    const { holder } = await site.app.db
      .selectFrom('lease')
      .select('holder')
      .where('name', '=', 'discord')
      .executeTakeFirstOrThrow()
    for (const { app } of site.instances) await app.discordRoles.stop()
    await site.app.db
      .insertInto('lease')
      .values({ name: 'discord', holder, expires_at: site.now() + 10 * SECOND, state: '' })
      .execute() // as a killed process leaves it
    discord.setAway(false)

    const [, second] = site.instances
    await second?.app.discordRoles.start()
    await ticks()
    const whileLeased = discord.rolesOf(STEVE)
    site.wait(11 * SECOND)

    await waitUntil(() => discord.rolesOf(STEVE).includes(VIP.id))
    assert.ok(first)
    assert.deepEqual(whileLeased, [])
  },
  { instances: 2 },
)

discordTest(
  'two processes give each Discord role only once',
  async (site, discord) => {
    await turnOn(site)
    const players: { user: string; id: string }[] = []
    for (let count = 0; count < 4; count += 1) {
      const user = `80000000000000001${count}`
      players.push({
        user,
        ...(await linkedPlayer(site, discord, { username: `Steve${count}`, user })),
      })
    }

    for (const player of players) await giveVip(site, player)
    await waitUntil(() => players.every(({ user }) => discord.rolesOf(user).includes(VIP.id)))

    const given = discord.requests.filter((line) => line.startsWith('PUT'))
    assert.equal(given.length, players.length)
  },
  { instances: 2 },
)
