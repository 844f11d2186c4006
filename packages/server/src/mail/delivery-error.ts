import type { MailTrouble } from '@portal/contract'
import { TimeoutError } from '../platform/with-timeout.ts'

type Failure = { code?: unknown; command?: unknown; responseCode?: unknown; message?: unknown }

export function describeDeliveryError(error: unknown): MailTrouble {
  if (error instanceof TimeoutError) return 'silent'
  if (typeof error !== 'object' || error === null) return 'other'
  const { code, command, responseCode, message }: Failure = error
  const line = String(message)
  const answer = typeof responseCode === 'number' ? responseCode : 0
  if (code === 'EAUTH') return answer >= 400 && answer < 500 ? 'later' : 'login'
  if (/ENOTFOUND|EAI_AGAIN|EDNS/.test(`${code} ${line}`)) return 'host'
  if (/ECONNREFUSED|EHOSTUNREACH|ENETUNREACH/.test(line)) return 'closed'
  if (code === 'ETLS' || /ssl|tls|certificate|wrong version/i.test(line)) return 'tls'
  if (code === 'ETIMEDOUT' || code === 'ECONNECTION') return 'silent'
  if (answer === 530) return 'login' // 530: authentication required (RFC 4954, section 6)
  if (answer === 552 || (answer >= 400 && answer < 500)) return 'later'
  if (command === 'MAIL FROM') return 'sender'
  if (command === 'RCPT TO') return 'recipient'
  if (command === 'DATA') return /from|sender|dmarc|spf/i.test(line) ? 'sender' : 'content'
  return 'other'
}
