import type { Owed, PlayerConsents } from '@portal/contract'
import type { App } from '../../app.ts'
import { isoInstant } from '../../platform/clock.ts'
import type { Player } from '../../players/player.ts'
import { isOwing } from '../../sessions/pending-consents-store.ts'
import { owedBy } from './consent.ts'
import { findAgeAnswer, listAsked, listConsents, listNamedConsents } from './consent-store.ts'

type Needs = Pick<App, 'db' | 'settings'>

const NOTHING: Owed = { pages: [], minimumAge: 0 }

/** Lists what a player is asked for before they go on. */
export async function describeOwed(app: Needs, playerId: string): Promise<Owed> {
  const { minimumAge } = await app.settings.read()
  if (!(await isOwing(app.db, { playerId, minimumAge }))) return NOTHING
  const consents = await listConsents(app.db, playerId)
  const age = (await findAgeAnswer(app.db, playerId))?.atLeast ?? 0
  return owedBy({ consents, age }, { asked: await listAsked(app.db), minimumAge })
}

/** Describes to the panel what a player has agreed to. */
export async function describeConsents(app: Needs, player: Player): Promise<PlayerConsents> {
  const { minimumAge } = await app.settings.read()
  const asked = await listAsked(app.db)
  const items = await listNamedConsents(app.db, player.id)
  const age = await findAgeAnswer(app.db, player.id)
  return {
    items: items.map(({ agreedAt, ...item }) => ({
      ...item,
      agreedAt: isoInstant(agreedAt),
      asked: asked.some(({ page, edition }) => page === item.page && edition === item.edition),
    })),
    age: age ? { atLeast: age.atLeast, answeredAt: isoInstant(age.answeredAt) } : null,
    owes: await isOwing(app.db, { playerId: player.id, minimumAge }),
  }
}
