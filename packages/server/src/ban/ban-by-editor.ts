import { editHolder } from '../access/edit-holder.ts'
import type { App } from '../app.ts'
import type { Actor } from '../audit/actor.ts'
import { Refusal } from '../errors.ts'
import { parseInstant } from '../platform/clock.ts'
import type { Player } from '../player/player.ts'
import type { Ban } from './ban.ts'
import { banPlayer, unbanPlayer } from './ban-player.ts'

type Needs = Pick<App, 'db' | 'clock' | 'random'>

/**
 * Bans a player whom the editor may ban. Nobody bans himself: he could not take it back.
 *
 * @throws Refusal `auth.forbidden`, and what `banPlayer` throws
 */
export async function banByEditor(
  app: Needs,
  editor: Actor,
  { id }: Pick<Player, 'id'>,
  wanted: { reason: string; expiresAt?: string | null },
): Promise<Ban> {
  if (id === editor.actor) throw new Refusal('auth.forbidden')
  const ban = { reason: wanted.reason.trim(), expiresAt: readEnd(wanted.expiresAt ?? null) }
  return editHolder(app, editor, { id, asks: 'panel.players.ban' }, ({ tx }) =>
    banPlayer({ ...app, db: tx }, id, ban, editor),
  )
}

/** @throws Refusal `ban.notfound`; `auth.forbidden` when the editor may not */
export async function unbanByEditor(
  app: Needs,
  editor: Actor,
  { id }: Pick<Player, 'id'>,
): Promise<void> {
  await editHolder(app, editor, { id, asks: 'panel.players.ban' }, ({ tx }) =>
    unbanPlayer({ ...app, db: tx }, id, editor),
  )
}

function readEnd(text: string | null): number | null {
  if (text === null) return null
  const at = parseInstant(text)
  if (at !== undefined) return at
  throw new Refusal('request.invalid', { fields: [{ field: 'expiresAt', keyword: 'pattern' }] })
}
