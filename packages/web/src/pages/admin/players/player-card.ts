import type { Reply } from '../../../api.ts'
import { t } from '../../../i18n/i18n.ts'
import { call } from '../../../session.ts'

export type PlayerCard = Reply<'showPlayer'>['player']

/**
 * Reads the card again before a whole list of it is sent, so that the changes of others are kept even if the page was
 * open for hours.
 */
export async function loadCard({ uuid }: PlayerCard): Promise<PlayerCard> {
  return (await call('showPlayer', { params: { uuid } })).player
}

/** Names the author of an action within a sentence. */
export function authorOf(author: string, name: string | null): string {
  return name ?? t(author === 'command' ? 'authors.command' : 'authors.gone')
}

/** Whether the player can play through a launcher that signs in at this site. */
export function hasLaunchers({ launcherPasswords, gameSessions }: PlayerCard): boolean {
  return launcherPasswords + gameSessions > 0
}
