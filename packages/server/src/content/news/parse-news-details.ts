import type { NewsChanges } from '@portal/contract'
import { type FieldFault, Refusal } from '../../platform/errors.ts'
import { readInstant } from '../../platform/text/parse-instant.ts'
import { canBeShown } from '../pictures/can-be-shown.ts'
import { hasCredentials } from './markup.ts'
import type { NewsDetails } from './news.ts'

/** The fields that were given. Title and body are not rendered yet. */
export type NewsInput = Partial<NewsDetails> & Pick<NewsChanges, 'translation'>

/**
 * Parses the given fields of an item.
 * @param at the site's own address, and the current time
 * @throws Refusal `request.invalid` that names every invalid field
 */
export function parseNewsDetails(
  input: NewsChanges,
  at: { publicUrl: string; now: number },
): NewsInput {
  const details: NewsInput = {
    ...(input.title !== undefined && { title: input.title }),
    ...(input.body !== undefined && { body: input.body }),
    ...(input.format !== undefined && { format: input.format }),
    ...(input.translation !== undefined && { translation: input.translation }),
    ...(input.tag !== undefined && { tag: nonEmpty(input.tag) }),
    ...(input.link !== undefined && { link: nonEmpty(input.link) }),
    ...(input.banner !== undefined && { banner: nonEmpty(input.banner) }),
  }
  const faults: FieldFault[] = []
  const publishedAt =
    input.publishedAt === 'now' ? at.now : readInstant('publishedAt', input.publishedAt, faults)
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

/** Whether a text is an http(s) URL or a path. A path begins with a single `/`, because `//` would name a host. */
function isAddress(written: string): boolean {
  if (/[\s\\\p{Cc}]/u.test(written)) return false
  if (written.startsWith('/')) return !written.startsWith('//')
  const url = /^https?:\/\//i.test(written) ? URL.parse(written) : null
  return url !== null && !hasCredentials(url)
}

function nonEmpty(text: string | null): string | null {
  return text?.trim() || null
}
