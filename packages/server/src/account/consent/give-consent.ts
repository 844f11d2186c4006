import type { Consents } from '@portal/contract'
import type { App } from '../../app.ts'
import type { Actor } from '../../audit/actor.ts'
import { type ChangeNeeds, change, type Work } from '../../audit/change.ts'
import { Refusal } from '../../platform/errors.ts'
import { lockPlayer } from '../../players/player-store.ts'
import { type Asked, missingAge, missingConsents } from './consent.ts'
import { insertConsents, listAsked, lockAsked, upsertAgeAnswer } from './consent-store.ts'

/**
 * Keeps what a player agrees to: the editions that they were shown, and that they are old enough. An
 * edition that another one has replaced meanwhile is refused, and nothing is kept.
 *
 * @throws Refusal `consent.outdated`, `request.invalid`, `auth.unauthorized`
 */
export async function agree(app: ChangeNeeds, by: Actor, given: Consents): Promise<void> {
  const { agreed = [], age_at_least: age } = given
  await change(app, by, async (work) => {
    const { tx, settings, note } = work
    const player = await lockPlayer(tx, by.actor)
    if (!player) throw new Refusal('auth.unauthorized')
    const asked = await lockAsked(tx)
    const pages = asked.filter(({ page }) => agreed.some((one) => one.page === page))
    const faults = age === undefined ? [] : missingAge(age, settings.minimumAge)
    if (faults.length > 0) throw new Refusal('request.invalid', { fields: faults })
    if (!agreed.every((one) => pages.some((page) => isSame(page, one)))) {
      throw new Refusal('consent.outdated')
    }
    for (const fresh of await keep(work, player.id, pages, age))
      note('consent.given', player.id, { after: fresh })
  })
}

/**
 * Refuses a newcomer who has not agreed to everything, naming what is missing.
 *
 * @throws Refusal `request.invalid`
 */
export async function requireConsents(
  app: Pick<App, 'db' | 'settings'>,
  given: Consents,
): Promise<void> {
  const { minimumAge } = await app.settings.read()
  refuseMissing(given, { asked: await listAsked(app.db), minimumAge })
}

/**
 * Keeps what a newcomer has agreed to, as a part of their registration.
 *
 * @throws Refusal `request.invalid`
 */
export async function keepConsents(work: Work, playerId: string, given: Consents): Promise<void> {
  const asked = await lockAsked(work.tx)
  const { minimumAge } = work.settings
  refuseMissing(given, { asked, minimumAge })
  await keep(work, playerId, asked, given.age_at_least)
}

function refuseMissing(
  given: Consents,
  site: { asked: readonly Asked[]; minimumAge: number },
): void {
  const fields = missingConsents(given, site)
  if (fields.length > 0) throw new Refusal('request.invalid', { fields })
}

/** Of an age only what was asked is kept. @returns what is new, as the audit names it. */
async function keep(
  { tx, now, by, settings: { minimumAge } }: Work,
  playerId: string,
  pages: readonly Asked[],
  age: number | undefined,
): Promise<string[]> {
  const fresh = await insertConsents(tx, { playerId, now, ip: by.ip ?? '' }, pages)
  const told = pages
    .filter(({ page }) => fresh.some((one) => one.page === page))
    .map(({ slug, edition }) => `/pages/${slug} ${edition}`)
  const isAsked = age !== undefined && minimumAge > 0
  const answered = isAsked && (await upsertAgeAnswer(tx, { playerId, atLeast: minimumAge, now }))
  return answered ? [...told, `${minimumAge}+`] : told
}

function isSame(page: Asked, given: { page: string; edition: number }): boolean {
  return page.page === given.page && page.edition === given.edition
}
