import { Check } from 'typebox/value'
import type { App } from '../app.ts'
import { Refusal } from '../platform/errors.ts'
import { applyNotice, type NoticeDeps } from './apply-notice.ts'
import { EasyDonateCallback, mayBeOfShop, readPayment } from './easydonate.ts'
import type { Notice } from './purchase.ts'
import { type Arrived, parseJson, requireSource, secretOf, storedForm } from './receive-tebex.ts'

/**
 * Processes a callback of EasyDonate. Uses only the ID of the payment and reads everything else from the shop's API
 * (docs/purchases.md#easydonate).
 * @throws Refusal `request.notfound`, `request.invalid`, `purchase.signature`, `purchase.unknown`, `purchase.shopaway`
 */
export async function receiveEasyDonate(
  app: NoticeDeps & Pick<App, 'config'>,
  { hook, body, ip }: Omit<Arrived, 'signature'>,
): Promise<Record<string, never>> {
  const source = await requireSource(app, 'easydonate', hook)
  const callback = parseJson(body)
  if (!Check(EasyDonateCallback, callback)) throw new Refusal('request.invalid')
  const key = await secretOf(app, source)
  if (key === undefined || !mayBeOfShop(key, callback)) throw new Refusal('purchase.signature')
  const result = await readPayment(app.config, key, callback.payment_id)
  if (result.is === 'away') throw new Refusal('purchase.shopaway')
  if (result.is === 'unknown') throw new Refusal('purchase.unknown')
  const notice: Notice =
    result.is === 'paid' ? { kind: 'completed', payment: result.payment } : { kind: 'ignored' }
  await applyNotice(
    app,
    { source: 'easydonate', ip },
    { notice, ...storedForm('easydonate', body) },
  )
  return {}
}
