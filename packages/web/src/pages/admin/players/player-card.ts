import type { Reply } from '../../../api.ts'
import { t } from '../../../i18n/i18n.ts'
import { call } from '../../../session.ts'

export type PlayerCard = Reply<'showPlayer'>['player']

/**
 * Loads the player again. Call it before sending a whole list of the card, so that changes of other editors are kept
 * even if the page was open for hours.
 */
export async function loadCard({ uuid }: PlayerCard): Promise<PlayerCard> {
  return (await call('showPlayer', { params: { uuid } })).player
}

/**
 * Returns the name of an author for the middle of a sentence; a description for the command line and deleted players.
 */
export function authorOf(author: string, name: string | null): string {
  return name ?? t(author === 'command' ? 'authors.command' : 'authors.gone')
}

/** Whether the player can play through a launcher that signs in at this site. */
export function hasLaunchers({ launcherPasswords, gameSessions }: PlayerCard): boolean {
  return launcherPasswords + gameSessions > 0
}
