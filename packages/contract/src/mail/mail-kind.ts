import type { Words } from '../locale.ts'

/**
 * A mail that a player `asked` for is sent first, because the player waits for it. A `notice` reports an event and goes
 * only to a confirmed address.
 */
export type MailClass = 'asked' | 'notice'

/** The title of a mail in the panel, and the event after which it is sent (docs/contract.md#mails). */
export type MailKindDefinition = Words & { class: MailClass; when: string }
