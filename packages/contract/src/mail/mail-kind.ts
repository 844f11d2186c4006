import type { Words } from '../locale.ts'

/**
 * A player waits for a mail that was `asked` for, so it is sent first. A `notice` reports an event and goes only
 * to a confirmed address.
 */
export type MailClass = 'asked' | 'notice'

/** The title of a mail in the panel, and the event that it is sent for (docs/contract.md#mails). */
export type MailKindDefinition = Words & { class: MailClass; when: string }
