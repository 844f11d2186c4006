import type { ImportReport } from '@portal/contract'
import { t, te } from '../../../i18n/i18n.ts'

type Message = NonNullable<ImportReport['toldCodes']>[number]

/**
 * Returns a message of an import in the reader's language, or the English sentence: a run of an older release has
 * nothing else, and a newer release may send codes that these pages do not know.
 */
export function translateReason(english: string, message?: Message | null): string {
  const key = `import.reasons.${message?.code}`
  if (!message || !te(key)) return english
  const { refusal } = message.data
  const refusalKey = `import.refusals.${refusal}`
  const reason = te(refusalKey) ? t(refusalKey) : refusal
  return t(key, { ...message.data, refusal: reason })
}
