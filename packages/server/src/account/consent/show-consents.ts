import type { Owed, PlayerConsents } from '@portal/contract'
import type { App } from '../../app.ts'
import { isoInstant } from '../../platform/clock.ts'
import type { Player } from '../../players/player.ts'
import { hasPendingConsents } from '../../sessions/pending-consents-store.ts'
import { pendingConsents } from './consent.ts'
import {
  findAgeAnswer,
  listConsents,
  listNamedConsents,
  listRequiredPages,
} from './consent-store.ts'

type Deps = Pick<App, 'db' | 'settings'>

const NO_PENDING_CONSENTS: Owed = { pages: [], minimumAge: 0 }

export async function describePendingConsents(app: Deps, playerId: string): Promise<Owed> {
  const { minimumAge } = await app.settings.read()
  if (!(await hasPendingConsents(app.db, { playerId, minimumAge }))) return NO_PENDING_CONSENTS
  const consents = await listConsents(app.db, playerId)
  const age = (await findAgeAnswer(app.db, playerId))?.atLeast ?? 0
  return pendingConsents(
    { consents, age },
    { requiredPages: await listRequiredPages(app.db), minimumAge },
  )
}

export async function describeConsents(app: Deps, player: Player): Promise<PlayerConsents> {
  const { minimumAge } = await app.settings.read()
  const requiredPages = await listRequiredPages(app.db)
  const items = await listNamedConsents(app.db, player.id)
  const age = await findAgeAnswer(app.db, player.id)
  return {
    items: items.map(({ agreedAt, ...item }) => ({
      ...item,
      agreedAt: isoInstant(agreedAt),
      asked: requiredPages.some(
        ({ page, edition }) => page === item.page && edition === item.edition,
      ),
    })),
    age: age ? { atLeast: age.atLeast, answeredAt: isoInstant(age.answeredAt) } : null,
    owes: await hasPendingConsents(app.db, { playerId: player.id, minimumAge }),
  }
}
