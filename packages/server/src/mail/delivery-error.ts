import type { MailTrouble } from '@portal/contract'
import { TookTooLong } from '../platform/with-timeout.ts'

/** What nodemailer says about a failure besides the server's own line. */
type Failure = { code?: unknown; command?: unknown; responseCode?: unknown; message?: unknown }

/** Names the kind of a failure to send, so that pages can say in a sentence what to do about it. */
export function troubleOf(error: unknown): MailTrouble {
  if (error instanceof TookTooLong) return 'silent'
  if (typeof error !== 'object' || error === null) return 'other'
  const { code, command, responseCode, message }: Failure = error
  const line = String(message)
  const answer = typeof responseCode === 'number' ? responseCode : 0
  if (code === 'EAUTH') return answer >= 400 && answer < 500 ? 'later' : 'login'
  if (/ENOTFOUND|EAI_AGAIN|EDNS/.test(`${code} ${line}`)) return 'host'
  if (/ECONNREFUSED|EHOSTUNREACH|ENETUNREACH/.test(line)) return 'closed'
  if (code === 'ETLS' || /ssl|tls|certificate|wrong version/i.test(line)) return 'tls'
  if (code === 'ETIMEDOUT' || code === 'ECONNECTION') return 'silent'
  if (answer === 530) return 'login' // RFC 4954, section 6: authentication required
  if (answer === 552 || (answer >= 400 && answer < 500)) return 'later'
  if (command === 'MAIL FROM') return 'sender'
  if (command === 'RCPT TO') return 'recipient'
  if (command === 'DATA') return /from|sender|dmarc|spf/i.test(line) ? 'sender' : 'content'
  return 'other'
}
