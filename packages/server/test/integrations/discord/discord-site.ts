import { test } from 'node:test'
import type { DiscordMapping } from '@portal/contract'
import { COMMAND_LINE } from '../../../src/audit/actor.ts'
import { change } from '../../../src/audit/change.ts'
import { insertIdentity } from '../../../src/credentials/linked-accounts/identity-store.ts'
import { changeDiscord } from '../../../src/integrations/discord/change-discord.ts'
import { createGrant } from '../../../src/permissions/grants/create-grant.ts'
import type { Period } from '../../../src/permissions/grants/grant.ts'
import { databases, openSite, type Site, type SiteOptions } from '../../support/site.ts'
import { type DiscordServer, openDiscord, SERVER, STEVE, TOKEN, VIP } from './discord-server.ts'

/** Runs a test on both databases, with a Discord server of its own. */
export function discordTest(
  name: string,
  run: (site: Site, discord: DiscordServer) => Promise<void>,
  options: SiteOptions = {},
): void {
  for (const database of databases) {
    test(`${name} (${database})`, async () => {
      await using discord = await openDiscord()
      const env = { JWT_EXPIRES: '3650d', DISCORD_API_URL: discord.url, ...options.env }
      const site = await openSite(database, { ...options, env })
      try {
        await run(site, discord)
      } finally {
        await site.close()
      }
    })
  }
}

export const VIP_MAPPING = { kind: 'group', id: 'vip', discordRole: VIP.id } as const

/** Turns roles on, with the donor rank `vip` mapped to the Discord role VIP. */
export async function turnOn(
  site: Site,
  mappings: DiscordMapping[] = [VIP_MAPPING],
): Promise<void> {
  await addRank(site, 'vip')
  const changes = { enabled: true, server: SERVER, token: TOKEN, mappings }
  await changeDiscord(site.app, COMMAND_LINE, changes)
  for (const { app } of site.instances) await app.discordRoles.start()
}

export async function addRank(site: Site, id: string, kind = 'group'): Promise<void> {
  await site.app.db
    .insertInto('bundle')
    .values({ id, kind, name: id.toUpperCase(), priority: 1, permissions: '[]', created_at: 0 })
    .execute()
}

/** Makes a player with a linked Discord account that is on the server. */
export async function linkedPlayer(
  site: Site,
  discord: DiscordServer,
  { username = 'Steve', user = STEVE } = {},
) {
  discord.join(user)
  const player = await site.player(username)
  await link(site, player.id, user)
  return player
}

/** Links a Discord account as the routes do. */
export async function link(site: Site, playerId: string, subject = STEVE): Promise<void> {
  await site.app.db
    .insertInto('identity_provider')
    .values({
      slug: 'discord',
      kind: 'discord',
      name: 'Discord',
      issuer: null,
      client_id: '1',
      secret_sealed: '',
      trusted: 0,
      enabled: 1,
      created_at: 0,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const linked = { provider: 'discord', subject, playerId, name: 'steve' }
  await change(site.app, COMMAND_LINE, async ({ tx, now, emit }) => {
    await insertIdentity(tx, { ...linked, linkedAt: now, lastUsedAt: null })
    emit('player.linked', { player: playerId, provider: 'discord' })
  })
}

export async function giveVip(
  site: Site,
  { id }: { id: string },
  period: Period = { days: 30 },
): Promise<void> {
  await createGrant(site.app, COMMAND_LINE, { id }, { grantable: { group: 'vip' }, period })
}
