import type { Consents, Owed } from '@portal/contract'
import { isoOrNull } from '../../platform/clock.ts'
import type { FieldFault } from '../../platform/errors.ts'

/** A published page that players have to agree to, in its newest edition. */
export type Asked = {
  page: string
  slug: string
  edition: number
  titleEn: string
  titleRu: string
}

/** That a player agreed to an edition of a page. */
export type Consent = { page: string; edition: number; agreedAt: number; ip: string }

/** What a player has answered so far. */
export type Answered = { consents: readonly Consent[]; age: number }

/**
 * Tells what a player has still to agree to, and how old they have to say they are
 * (docs/contract.md#rules-and-consent).
 */
export function owedBy(
  { consents, age }: Answered,
  site: { asked: readonly Asked[]; minimumAge: number },
): Owed {
  const missing = site.asked.filter(
    ({ page, edition }) => !consents.some((one) => one.page === page && one.edition === edition),
  )
  return {
    pages: missing.map(({ page, slug, edition, titleEn, titleRu }) => ({
      page,
      slug,
      edition,
      title: { en: titleEn || titleRu, ru: titleRu || titleEn },
      agreedAt: isoOrNull(lastOf(consents.filter((one) => one.page === page))),
    })),
    minimumAge: age >= site.minimumAge ? 0 : site.minimumAge,
  }
}

function lastOf(consents: readonly Consent[]): number | null {
  return consents.length === 0 ? null : Math.max(...consents.map(({ agreedAt }) => agreedAt))
}

/** Lists what a newcomer has not agreed to, each as a field: `agreed.<slug>`, `age_at_least`. */
export function missingConsents(
  { agreed = [], age_at_least: age = 0 }: Consents,
  site: { asked: readonly Asked[]; minimumAge: number },
): FieldFault[] {
  const pages = site.asked.flatMap(({ page, slug, edition }): FieldFault[] => {
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
