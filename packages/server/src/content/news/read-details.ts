import type { NewsChanges } from '@portal/contract'
import { type FieldFault, Refusal } from '../../platform/errors.ts'
import { readInstant } from '../../platform/text/parse-instant.ts'
import { canBeShown } from '../pictures/can-be-shown.ts'
import { hasCredentials } from './markup.ts'
import type { NewsDetails } from './news.ts'

/** The details that an author gave; title and body still have their markup. */
export type GivenDetails = Partial<NewsDetails>

/**
 * Reads what an author gave, field by field, and leaves out what they did not name.
 *
 * @param at the site's own address, and the present instant.
 * @throws Refusal `request.invalid` that names every field that is wrong.
 */
export function readDetails(
  given: NewsChanges,
  at: { publicUrl: string; now: number },
): GivenDetails {
  const details: GivenDetails = {
    ...(given.title !== undefined && { title: given.title }),
    ...(given.body !== undefined && { body: given.body }),
    ...(given.format !== undefined && { format: given.format }),
    ...(given.tag !== undefined && { tag: something(given.tag) }),
    ...(given.link !== undefined && { link: something(given.link) }),
    ...(given.banner !== undefined && { banner: something(given.banner) }),
  }
  const faults: FieldFault[] = []
  const publishedAt =
    given.publishedAt === 'now' ? at.now : readInstant('publishedAt', given.publishedAt, faults)
  if (publishedAt !== undefined) details.publishedAt = publishedAt
  for (const field of ['link', 'banner'] as const) {
    const address = details[field]
    if (typeof address === 'string' && !isAddress(address)) faults.push({ field, keyword: 'url' })
    else if (field === 'banner' && address && !canBeShown(address, at.publicUrl)) {
      faults.push({ field, keyword: 'unshown' })
    }
  }
  if (faults.length > 0) throw new Refusal('request.invalid', { fields: faults })
  return details
}

/**
 * Accepts an http(s) URL, or a path on this site that begins with `/`; two slashes would name a
 * host.
 */
function isAddress(written: string): boolean {
  if (/[\s\\\p{Cc}]/u.test(written)) return false
  if (written.startsWith('/')) return !written.startsWith('//')
  const url = /^https?:\/\//i.test(written) ? URL.parse(written) : null
  return url !== null && !hasCredentials(url)
}

function something(text: string | null): string | null {
  return text?.trim() || null
}
