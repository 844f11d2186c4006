import type { Reply } from '../../../api.ts'
import { t } from '../../../i18n/i18n.ts'
import { call } from '../../../session.ts'

/** A player as the card in the panel shows them. */
export type PlayerCard = Reply<'showPlayer'>['player']

/**
 * Reads a card again, before a list on it is sent as a whole: the page may have been open for hours, and
 * what others changed meanwhile must stay.
 */
export async function presentCard({ uuid }: PlayerCard): Promise<PlayerCard> {
  return (await call('showPlayer', { params: { uuid } })).player
}

/** Who did something, within a sentence. */
export function authorOf(author: string, name: string | null): string {
  return name ?? t(author === 'command' ? 'authors.command' : 'authors.gone')
}

/** Whether a launcher that signs in at this site can play as the player. */
export function hasLaunchers({ launcherPasswords, gameSessions }: PlayerCard): boolean {
  return launcherPasswords + gameSessions > 0
}
