import type { App } from '../../app.ts'
import { TOKEN_CONTEXT } from './discord.ts'
import { readBot, replaceToken } from './discord-store.ts'

/** Re-encrypts the bot's token with the newest key, so that old keys can be deleted. */
export async function reencryptDiscordToken({ db, keys }: Pick<App, 'db' | 'keys'>): Promise<void> {
  const { tokenSealed } = await readBot(db)
  const generation = await keys.newest()
  if (tokenSealed === null || tokenSealed.startsWith(`${generation.kid}.`)) return
  const token = await keys.unseal(TOKEN_CONTEXT, tokenSealed)
  await replaceToken(db, tokenSealed, generation.seal(TOKEN_CONTEXT, token))
}
