import type { MailKindDefinition } from '../../packages/contract/src/mail/mail-kind.ts'
import { playerMailKinds } from '../../packages/contract/src/mail/player-mail-kinds.ts'
import { superuserMailKinds } from '../../packages/contract/src/mail/superuser-mail-kinds.ts'
import { code, markdownTable } from './markdown-table.ts'

/** Makes the table of all mails. */
export function mailsTable(): string {
  const rows = (kinds: Readonly<Record<string, MailKindDefinition>>, notice: string) =>
    Object.entries(kinds).map(([kind, { class: of, when }]) => [
      code(kind),
      of === 'asked' ? 'requested' : notice,
      when,
    ])
  return markdownTable(
    ['Kind', 'Class', 'When'],
    [...rows(playerMailKinds, 'notice'), ...rows(superuserMailKinds, 'notice to superusers')],
  )
}
