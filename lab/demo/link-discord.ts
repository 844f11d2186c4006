import type { App } from '../../packages/server/src/app.ts'
import { insertIdentity } from '../../packages/server/src/credentials/linked-accounts/identity-store.ts'
import { DAY } from '../../packages/server/src/platform/clock.ts'
import type { DiscordServer } from '../../packages/server/test/integrations/discord/discord-server.ts'

/**
 * Links an account at the stand-in of Discord to each of these players, and starts the worker that gives their roles.
 *
 * @param players their ids by name.
 */
export async function linkDiscord(
  app: App,
  discord: DiscordServer,
  players: ReadonlyMap<string, string>,
): Promise<void> {
  const now = app.clock.now()
  for (const [place, [username, playerId]] of [...players].entries()) {
    const subject = `80000000000000000${place}`
    discord.join(subject)
    await insertIdentity(app.db, {
      provider: 'discord',
      subject,
      playerId,
      name: username.toLowerCase(),
      linkedAt: now - (20 + 3 * place) * DAY,
      lastUsedAt: now - DAY,
    })
  }
  await app.discordRoles.start()
}
