import type { Consents } from '@portal/contract'
import type { App } from '../../app.ts'
import type { Actor } from '../../audit/actor.ts'
import { type ChangeDeps, change, type UnitOfWork } from '../../audit/change.ts'
import { Refusal } from '../../platform/errors.ts'
import { lockPlayer } from '../../players/player-store.ts'
import { missingAge, missingConsents, type RequiredPage } from './consent.ts'
import {
  insertConsents,
  listRequiredPages,
  lockRequiredPages,
  upsertAgeAnswer,
} from './consent-store.ts'

/**
 * Stores the page editions to which a player agrees, and the age that the player states. Stores nothing if one of the
 * editions has been replaced by a newer one.
 * @throws Refusal `consent.outdated`, `request.invalid`, `auth.unauthorized`
 */
export async function giveConsent(app: ChangeDeps, by: Actor, given: Consents): Promise<void> {
  const { agreed = [], age_at_least: age } = given
  await change(app, by, async (work) => {
    const { tx, settings, audit } = work
    const player = await lockPlayer(tx, by.actor)
    if (!player) throw new Refusal('auth.unauthorized')
    const requiredPages = await lockRequiredPages(tx)
    const pages = requiredPages.filter(({ page }) => agreed.some((one) => one.page === page))
    const faults = age === undefined ? [] : missingAge(age, settings.minimumAge)
    if (faults.length > 0) throw new Refusal('request.invalid', { fields: faults })
    if (!agreed.every((one) => pages.some((page) => isSame(page, one)))) {
      throw new Refusal('consent.outdated')
    }
    for (const added of await storeAnswers(work, player.id, pages, age))
      audit('consent.given', player.id, { after: added })
  })
}

/**
 * Checks that a registration contains the required consents.
 * @throws Refusal `request.invalid` naming the missing ones
 */
export async function requireConsents(
  app: Pick<App, 'db' | 'settings'>,
  given: Consents,
): Promise<void> {
  const { minimumAge } = await app.settings.read()
  refuseMissing(given, { requiredPages: await listRequiredPages(app.db), minimumAge })
}

/** Stores the consents of a new player in the transaction of the registration. @throws Refusal `request.invalid` */
export async function storeConsents(
  work: UnitOfWork,
  playerId: string,
  given: Consents,
): Promise<void> {
  const requiredPages = await lockRequiredPages(work.tx)
  const { minimumAge } = work.settings
  refuseMissing(given, { requiredPages, minimumAge })
  await storeAnswers(work, playerId, requiredPages, given.age_at_least)
}

function refuseMissing(
  given: Consents,
  site: { requiredPages: readonly RequiredPage[]; minimumAge: number },
): void {
  const fields = missingConsents(given, site)
  if (fields.length > 0) throw new Refusal('request.invalid', { fields })
}

/**
 * Stores consents and, if the player states the required minimum age, this minimum.
 * @returns what is new, in the form of the audit log
 */
async function storeAnswers(
  { tx, now, by, settings: { minimumAge } }: UnitOfWork,
  playerId: string,
  pages: readonly RequiredPage[],
  age: number | undefined,
): Promise<string[]> {
  const added = await insertConsents(tx, { playerId, now, ip: by.ip ?? '' }, pages)
  const entries = pages
    .filter(({ page }) => added.some((one) => one.page === page))
    .map(({ slug, edition }) => `/pages/${slug} ${edition}`)
  const isRequired = age !== undefined && minimumAge > 0
  const answered = isRequired && (await upsertAgeAnswer(tx, { playerId, atLeast: minimumAge, now }))
  return answered ? [...entries, `${minimumAge}+`] : entries
}

function isSame(page: RequiredPage, given: { page: string; edition: number }): boolean {
  return page.page === given.page && page.edition === given.edition
}
