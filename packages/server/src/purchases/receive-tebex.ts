import { createHash } from 'node:crypto'
import { Check } from 'typebox/value'
import type { App } from '../app.ts'
import { Refusal } from '../platform/errors.ts'
import { applyNotice, type NoticeDeps } from './apply-notice.ts'
import { type PurchaseSource, type Source, secretContext } from './purchase.ts'
import { findSourceByHook } from './source-store.ts'
import { isSignedByTebex, readTebex, TebexCallback } from './tebex.ts'

export type Arrived = { hook: string; body: Buffer; ip: string; signature: string }

/**
 * Processes a callback of Tebex (docs/purchases.md#tebex).
 * @returns the body of the response
 * @throws Refusal `request.notfound`, `request.invalid`, `purchase.signature`
 */
export async function receiveTebex(
  app: NoticeDeps,
  { hook, body, ip, signature }: Arrived,
): Promise<{ id?: string }> {
  const source = await requireSource(app, 'tebex', hook)
  const callback = parseJson(body)
  if (!Check(TebexCallback, callback)) throw new Refusal('request.invalid')
  const secret = await secretOf(app, source)
  const isValidation = callback.type === 'validation.webhook'
  const mayBeUnsigned = secret === undefined && isValidation // the owner may enter the secret later
  if (!mayBeUnsigned && !(secret !== undefined && isSignedByTebex(secret, body, signature)))
    throw new Refusal('purchase.signature')
  if (isValidation) return { id: callback.id }
  const notice = readTebex(callback)
  if (!notice) throw new Refusal('request.invalid')
  await applyNotice(app, { source: 'tebex', ip }, { notice, ...storedForm('tebex', body) })
  return {}
}

/**
 * Returns the shop of a callback URL.
 * @throws Refusal `request.notfound` also while the shop is off
 */
export async function requireSource(
  { db }: Pick<App, 'db'>,
  name: Source,
  hook: string,
): Promise<PurchaseSource> {
  const source = await findSourceByHook(db, name, hook)
  if (!source?.isEnabled) throw new Refusal('request.notfound')
  return source
}

export async function secretOf(
  { keys }: Pick<App, 'keys'>,
  { source, secretSealed }: PurchaseSource,
): Promise<string | undefined> {
  if (secretSealed === null) return undefined
  return (await keys.unseal(secretContext(source), secretSealed)).toString()
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

export function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(body))
  } catch {
    throw new Refusal('request.invalid', { fields: [{ field: '', keyword: 'json' }] })
  }
}

export function storedForm(source: Source, body: Buffer): { id: string; body: string } {
  const id = createHash('sha256').update(`${source}\n`).update(body).digest('base64url')
  return { id, body: body.toString('utf8') }
}
