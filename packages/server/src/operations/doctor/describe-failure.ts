import type { Words } from '@portal/contract'

/** Describes in words a reason that `failureOf` returned. Returns an unlisted reason unchanged. */
export function describeFailure(reason: string): Words {
  return words.find(({ of }) => of.test(reason)) ?? { ru: reason, en: reason }
}

const words = [
  { of: /^(ENOTFOUND|EAI_\w+)$/, ru: 'имя не найдено в DNS', en: 'name not found in DNS' },
  { of: /^ECONNREFUSED$/, ru: 'соединение отклонено', en: 'connection refused' },
  { of: /^(ECONNRESET|UND_ERR_SOCKET)$/, ru: 'соединение оборвано', en: 'connection closed' },
  { of: /TIMEDOUT$|_TIMEOUT$|due to timeout/, ru: 'время ожидания истекло', en: 'timed out' },
  { of: /^(EHOSTUNREACH|ENETUNREACH)$/, ru: 'нет пути к хосту', en: 'host unreachable' },
]
