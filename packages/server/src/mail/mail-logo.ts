import { PICTURE_PATH } from '@portal/contract'
import type { Db } from '../database/database.ts'
import { findLogoBytes } from './logo-store.ts'
import { LOGO_ID, markWithLogo } from './mail-html.ts'

/** The largest logo that is put into mails, in bytes: a larger one would make every mail heavy. */
const MAX_LOGO_BYTES = 100_000

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  webp: 'image/webp',
  png: 'image/png',
  jpg: 'image/jpeg',
}

/**
 * Replaces the drawn mark in a mail by the site's uploaded logo, as an attachment, because many mail readers block
 * pictures of other hosts. A logo at another address is not loaded. Called when the mail is sent, so that the outbox
 * does not store the logo with each mail.
 */
export async function withLogo(
  db: Db,
  html: string,
  logoUrl: string,
): Promise<{ html: string; attachments?: object[] }> {
  const [, hash = '', kind = ''] =
    new RegExp(`^${PICTURE_PATH}([0-9a-f]{64})\\.(webp|png|jpg)$`).exec(logoUrl) ?? []
  const contentType = MEDIA_TYPES[kind]
  const marked = markWithLogo(html)
  if (!contentType || marked === html) return { html }
  const content = await findLogoBytes(db, hash, MAX_LOGO_BYTES)
  if (!content) return { html }
  const attachment = { cid: LOGO_ID, filename: `logo.${kind}`, contentType, content }
  return {
    html: marked,
    attachments: [{ ...attachment, contentDisposition: 'inline' }],
  }
}
