import type { Consents, Owed } from '@portal/contract'
import { isoOrNull } from '../../platform/clock.ts'
import type { FieldFault } from '../../platform/errors.ts'

/** The newest edition of a published page to which players must agree. */
export type RequiredPage = {
  page: string
  slug: string
  edition: number
  titleEn: string
  titleRu: string
}

export type Consent = { page: string; edition: number; agreedAt: number; ip: string }

/** The consents of a player, and the minimum age that the player has stated (0 if none). */
export type PlayerAnswers = { consents: readonly Consent[]; age: number }

/** Returns the pages to which a player must agree, and the age to confirm (docs/contract.md#rules-and-consent). */
export function pendingConsents(
  { consents, age }: PlayerAnswers,
  site: { requiredPages: readonly RequiredPage[]; minimumAge: number },
): Owed {
  const missing = site.requiredPages.filter(
    ({ page, edition }) => !consents.some((one) => one.page === page && one.edition === edition),
  )
  return {
    pages: missing.map(({ page, slug, edition, titleEn, titleRu }) => ({
      page,
      slug,
      edition,
      title: { en: titleEn || titleRu, ru: titleRu || titleEn },
      agreedAt: isoOrNull(latestAgreement(consents.filter((one) => one.page === page))),
    })),
    minimumAge: age >= site.minimumAge ? 0 : site.minimumAge,
  }
}

function latestAgreement(consents: readonly Consent[]): number | null {
  return consents.length === 0 ? null : Math.max(...consents.map(({ agreedAt }) => agreedAt))
}

/** Lists what a registration lacks as faults of the fields `agreed.<slug>` and `age_at_least`. */
export function missingConsents(
  { agreed = [], age_at_least: age = 0 }: Consents,
  site: { requiredPages: readonly RequiredPage[]; minimumAge: number },
): FieldFault[] {
  const pages = site.requiredPages.flatMap(({ page, slug, edition }): FieldFault[] => {
    const given = agreed.filter((one) => one.page === page)
    if (given.some((one) => one.edition === edition)) return []
    return [{ field: `agreed.${slug}`, keyword: given.length > 0 ? 'outdated' : 'unagreed' }]
  })
  return [...pages, ...missingAge(age, site.minimumAge)]
}

export function missingAge(age: number, minimumAge: number): FieldFault[] {
  if (age >= minimumAge) return []
  return [{ field: 'age_at_least', keyword: 'tooYoung', limit: minimumAge }]
}
