import { confirmAddress } from '../../../src/players/player-store.ts'
import type { Reply } from '../../support/browser.ts'
import type { Site } from '../../support/site.ts'

export const NEW_PASSWORD = 'a wholly different phrase'

/** Requests a reset link and returns its hash from the mail. */
export async function resetLink(site: Site, email: string): Promise<string> {
  await site.browser({ ip: '198.51.100.1' }).post('/auth/reset', { email })
  const hashes = (await site.mails())
    .filter(({ to }) => to?.[0]?.address === email)
    .map(({ text }) => /\/reset\?hash=([\w-]+)/.exec(text ?? '')?.[1])
  return hashes.findLast((hash) => hash !== undefined) ?? ''
}

export async function reset(
  site: Site,
  { email }: { email: string },
  { password = NEW_PASSWORD, close }: { password?: string; close?: boolean } = {},
): Promise<Reply> {
  const hash = await resetLink(site, email)
  return site.browser().post('/auth/password', { hash, password, close })
}

/** Creates a player with a confirmed address, although the site requires no confirmation. */
export async function confirmed<Player extends { id: string }>(
  site: Site,
  player: Player,
): Promise<Player> {
  await confirmAddress(site.app.db, player.id, site.now())
  return player
}
